/** Text that may stand in a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | readonly Value[];

/** Markup in which every inserted value is escaped that is not markup itself; null inserts nothing. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...values.map(textOf)));

function textOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Data for a script of the page, in an element that browsers do not run. */
export const dataElement = (id: string, data: unknown): Markup =>
  html`<script type="application/json" id="${id}">${new Markup(
    JSON.stringify(data).replaceAll('<', '\\u003c'),
  )}</script>`;
