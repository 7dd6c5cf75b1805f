/** Text that is safe to insert into a page unescaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | readonly Value[];

/** Builds markup. Inserted values are escaped unless they are markup; null inserts nothing. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...values.map(textOf)));

function textOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Embeds JSON for a page's script, in an element that browsers do not execute. */
export const dataElement = (id: string, data: unknown): Markup =>
  html`<script type="application/json" id="${id}">${new Markup(
    JSON.stringify(data).replaceAll('<', '\\u003c'),
  )}</script>`;
