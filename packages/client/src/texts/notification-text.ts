/** The parts of a text, as in the fragment `NotificationRow`. */
export interface NotificationParts {
  readonly text?: string | null | undefined;
  readonly textParameters?: string | null | undefined;
}

/**
 * The text of a notification with its parameters inserted: "Your Tourniquet lesson was graded." A single placeholder gets the whole
 * text of the parameters. Several get the items of a JSON array, or of a list with a comma between them, if there are as many. A
 * placeholder without a value is "…".
 */
export function notificationText({ text, textParameters }: NotificationParts): string {
  const template = text ?? '';
  const values = valuesIn(
    textParameters ?? '',
    template.match(PLACEHOLDERS)?.filter((found) => found !== '%%').length ?? 0,
  );
  let next = 0;
  return template.replaceAll(PLACEHOLDERS, (found, position?: string) => {
    if (found === '%%') return '%';
    const value = values[position === undefined ? next++ : Number(position) - 1];
    return value === undefined || value === '' ? '…' : value;
  });
}

/** `%s` and `%d`, also by position as in `%2$s`, and the escaped percent sign. */
const PLACEHOLDERS = /%(?:(\d+)\$)?[sd]|%%/g;

function valuesIn(parameters: string, count: number): readonly string[] {
  if (parameters.startsWith('[')) {
    try {
      const items: unknown = JSON.parse(parameters);
      if (Array.isArray(items)) return items.map(String);
    } catch {
      // Text that happens to begin with a bracket.
    }
  }
  if (count <= 1) return [parameters];
  const items = parameters.split(',').map((item) => item.trim());
  return items.length === count ? items : [parameters];
}
