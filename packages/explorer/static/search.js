// Ranks the entries of the reference's index. The pages of the reference run this as a classic script, because they can
// also be opened from disk; the explorer imports it.
{
  const MOST = 30;
  /** Entries below which others that match only a part of the words are found as well. */
  const FEW = 5;
  const KINDS = ['query', 'mutation', 'subscription', 'type', 'input', 'enum', 'guide', 'error'];
  // Words of a question without significance for the search.
  const STOP_WORDS = new Set(
    'a an and are by can do does for from get how i in is it my of on or the to what with'.split(' '),
  );
  const words = (name) =>
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);

  /** The letters of the term appear in the name in this order, starting with its first. */
  const isAbbreviated = (name, term) => {
    let at = 0;
    for (const letter of name) if (letter === term[at]) at += 1;
    return at === term.length && name[0] === term[0];
  };

  /** How well a name matches a term: higher is better, 0 not at all. */
  const closeness = (name, description, owner, term) => {
    const lower = name.toLowerCase();
    const path = `${owner}.${name}`.toLowerCase();
    if (lower === term) return 100;
    if (path === term) return 95;
    if (lower.startsWith(term)) return 80;
    if (owner !== '' && path.startsWith(term) && term.includes('.')) return 75;
    if (words(name).some((word) => word.startsWith(term))) return 60;
    if (lower.includes(term)) return 45;
    if (owner.toLowerCase().startsWith(term)) return 25;
    if (words(description).some((word) => word.startsWith(term))) return 15;
    return term.length > 2 && isAbbreviated(lower, term) ? 8 : 0;
  };

  /** Significance of each term: the inverse document frequency of BM25, as a share of the mean of all terms. */
  const weightsOf = (matches, size) => {
    const telling = matches.map((count) => Math.log(1 + (size - count + 0.5) / (count + 0.5)));
    const mean = telling.reduce((sum, weight) => sum + weight, 0) / telling.length;
    return telling.map((weight) => weight / mean);
  };

  /**
   * The entries that match all words of a text, best first; if they are few, also those that match its most significant words.
   */
  globalThis.findInReference = (index, text) => {
    const typed = text
      .toLowerCase()
      .split(/[\s?!,]+/)
      .filter((term) => term !== '');
    const stops = typed.filter((term) => STOP_WORDS.has(term));
    const terms = stops.length < typed.length ? typed.filter((term) => !STOP_WORDS.has(term)) : typed;
    if (terms.length === 0) return index.filter(([, kind]) => kind === 'query').slice(0, 8);
    const matched = index.map((entry) => {
      const [name, kind, , description, owner, keywords = ''] = entry;
      const parts = terms.map((term) => {
        if (kind.startsWith(term)) return 30;
        const close = closeness(name, description, owner, term);
        const own = words(keywords);
        // A synonym says more than a word within a name: "login" is `beginSignIn` rather than `appLogin`.
        if (kind !== 'guide' && own.includes(term)) return Math.max(close, 65);
        if (close > 0 || !own.some((word) => word.startsWith(term))) return close;
        // A section of a guide has hundreds of words, a description only the significant ones.
        return kind === 'guide' ? 12 : 20;
      });
      return { entry, parts };
    });
    const weights = weightsOf(
      terms.map((_, term) => matched.filter(({ parts }) => parts[term] > 0).length),
      index.length,
    );
    const full = matched.filter(({ parts }) => !parts.includes(0));
    return (full.length < FEW ? matched.filter(({ parts }) => parts.some((part) => part > 0)) : full)
      .map(({ entry, parts }) => {
        const [name, kind] = entry;
        const covered =
          parts.reduce((sum, part, term) => sum + (part > 0 ? weights[term] : 0), 0) / terms.length;
        const close = parts.reduce((sum, part, term) => sum + part * weights[term], 0);
        // "sign in" is not "sign out". Titles of guides are prose.
        const stopped = stops.filter((stop) => kind !== 'guide' && words(name).includes(stop)).length * 30;
        const rank = KINDS.indexOf(kind);
        return {
          entry,
          score:
            close * covered ** 2 + stopped + (rank < 0 ? 0 : (KINDS.length - rank) * 1.5) - name.length / 40,
        };
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST)
      .map(({ entry }) => entry);
  };
}
