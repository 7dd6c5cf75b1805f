/** An event that was accepted, and when: it was appended to the log between these times. */
export interface Sent {
  text: string;
  from: number;
  to: number;
}

/**
 * Events that a stream has not received, and that no gap tells of at their place: after what was accepted before they were sent,
 * and before what was sent after they were accepted.
 * @param items what the stream received, in order: texts, and gaps as null.
 */
export function untold(sent: readonly Sent[], items: readonly (string | null)[]): string[] {
  const places = new Map(items.map((text, place) => [text, place]));
  const placesOf = (events: readonly Sent[]): number[] =>
    events.flatMap(({ text }) => places.get(text) ?? []);
  return sent
    .filter(({ text }) => !places.has(text))
    .filter(({ from, to }) => {
      const after = Math.max(-1, ...placesOf(sent.filter((event) => event.to < from)));
      const before = Math.min(items.length, ...placesOf(sent.filter((event) => event.from > to)));
      return !items.slice(after + 1, before).includes(null);
    })
    .map(({ text }) => text);
}
