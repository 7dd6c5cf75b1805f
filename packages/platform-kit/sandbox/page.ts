import { readFileSync } from 'node:fs';

/** Text in which every inserted value is escaped. */
export interface Markup {
  readonly markup: string;
}

type Inserted = Markup | string | number | readonly Inserted[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function inserted(value: Inserted): string {
  if (typeof value !== 'object') return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  return 'markup' in value ? value.markup : value.map(inserted).join('');
}

/** A piece of a page. */
export const html = (parts: TemplateStringsArray, ...values: readonly Inserted[]): Markup => ({
  markup: String.raw({ raw: parts }, ...values.map(inserted)),
});

const textOf = (file: string): string => readFileSync(new URL(`pages/${file}`, import.meta.url), 'utf8');

/** A page or a part of one, from its file in `pages/`. @returns a function that fills its `{{places}}`. */
export function template(name: string): (values: Readonly<Record<string, Inserted>>) => Markup {
  const content = textOf(`${name}.html`);
  return (values) => ({
    markup: content.replace(/\{\{([\w-]+)\}\}/g, (_, place: string) => {
      const value = values[place];
      if (value === undefined) throw new Error(`${name} has nothing for ${place}`);
      return inserted(value);
    }),
  });
}

const style: Markup = { markup: textOf('style.css') };
const frame = template('frame');
const navigation = template('nav');

/**
 * The frame of every page of the platform.
 * @param gateway the origin of the gateway, for links to it. Null: unknown.
 */
export const pageOf = (title: string, content: Markup, gateway: string | null = null): Markup =>
  frame({
    title,
    style,
    content,
    ...(gateway === null
      ? { home: '', brand: 'Sandbox platform', nav: '' }
      : {
          home: html`href="${gateway}/"`,
          brand: 'Learning platform graph',
          nav: navigation({ gateway, title }),
        }),
  });
