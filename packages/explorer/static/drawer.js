// Documentation beside the editor: of the field at the cursor and the type around it. Fields are added and removed by click.
import './search.js';
import { counted, element, replaceKeepingFocus, withCode } from './dom.js';

const drawer = document.getElementById('docs');
const input = document.getElementById('docs-search');
const wayList = document.getElementById('docs-way');
const content = document.getElementById('docs-content');

/** The reference's facts beyond the schema, by schema coordinate. Empty without the reference. */
let summaries = {};
let index = [];
let loading = null;

/** Loads the data of the reference when the drawer is first opened. */
function load() {
  loading ??= Promise.all([
    fetch('/schema/summaries.json').then((response) => (response.ok ? response.json() : {})),
    import('/schema/search-index.js').then(() => globalThis.referenceIndex),
  ]).then(
    ([loaded, entries]) => {
      summaries = loaded;
      index = entries;
    },
    () => {
      loading = null;
      input.hidden = true;
    },
  );
  return loading;
}

const ROOTS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };
const isRoot = ({ name }) => Object.values(ROOTS).includes(name);
const named = (type) => String(type).replaceAll(/[[\]!]/g, '');
const firstSentence = (text) => /^[\s\S]*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

/** The fields of a root type in the order of the reference, which starts with the most common ones. */
function rootFields(type) {
  const order = Object.keys(summaries);
  const rank = ({ name }) => order.indexOf(`${type.name}.${name}`);
  return Object.values(type.getFields()).sort((one, other) => rank(one) - rank(other));
}

/** A button that adds a part to the operation, or removes it. */
const toggle = (name, isThere, click) =>
  element.button(
    {
      class: 'toggle',
      'data-field': name,
      'aria-pressed': String(isThere),
      'aria-label': `${isThere ? 'Remove' : 'Add'} ${name}`,
      title: isThere ? 'Remove from the operation' : 'Add to the operation',
      click,
    },
    isThere ? '✓' : '+',
  );

/** A drawer of documentation. */
export class Drawer {
  #host;
  /** The shown entry: `{ type, field }`. Null: the place of the cursor. */
  #chosen = null;
  /** Earlier choices, for the way back. */
  #past = [];
  #shown = '';
  /** Name of the shown type. */
  #type = null;

  /**
   * @param host.schema the schema now
   * @param host.place the place of the cursor: `{ type, way, field, given }`, or null
   * @param host.toggle adds or removes a field of a type at the cursor
   * @param host.toggleArgument adds or removes an argument of the field at the cursor
   * @param host.moveTo moves the cursor
   * @param host.changes what changed in the schema
   */
  constructor(host) {
    this.#host = host;
    input.addEventListener('input', () => void load().then(() => this.#search()));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') void this.#openFirst();
      else if (event.key === 'ArrowDown') content.querySelector('button, a, input')?.focus();
      else if (event.key === 'Escape' && input.value !== '') {
        input.value = '';
        this.#show(true);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    content.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const stops = [...content.querySelectorAll('button, a, input, summary')];
      const next = stops[stops.indexOf(document.activeElement) + step] ?? (step < 0 ? input : null);
      if (next) event.preventDefault();
      next?.focus();
    });
  }

  async open() {
    await load();
    this.#search();
  }

  /** Opens it with the search field ready. */
  search() {
    void this.open();
    input.focus();
    input.select();
  }

  /** Shows all operations, with the changes of the schema. */
  showAll() {
    this.showTypeOrField(null);
  }

  /** Shows a type, or a field of it. */
  showTypeOrField(type, field = null) {
    this.#past.push(this.#chosen);
    this.#chosen = { type, field };
    input.value = '';
    this.#show(true);
  }

  /** The cursor has moved, or the text has changed. */
  follow() {
    if (drawer.hidden || document.activeElement === input) return;
    input.value = '';
    this.#chosen = null;
    this.#past = [];
    this.#show(false);
  }

  #back() {
    this.#chosen = this.#past.pop() ?? null;
    this.#show(true);
  }

  #show(isForced) {
    const { schema } = this.#host;
    const place = this.#host.place();
    const [typeName, fieldName] = this.#chosen
      ? [this.#chosen.type, this.#chosen.field]
      : [place?.type ?? null, place?.field?.split('.')[1] ?? null];
    const state = JSON.stringify([typeName, fieldName, this.#chosen, place?.given, place?.way]);
    if (!isForced && state === this.#shown) return;
    this.#shown = state;
    this.#showWay(place);
    const type = typeName === null ? undefined : schema.getType(typeName);
    const sections = [];
    if (type?.getFields && fieldName && type.getFields()[fieldName])
      sections.push(this.#fieldSection(type, type.getFields()[fieldName], this.#chosen ? null : place));
    if (type) sections.push(...this.#typeSections(type));
    else sections.push(...this.#rootSections());
    replaceKeepingFocus(content, sections);
    if (this.#type !== typeName) content.scrollTop = 0;
    this.#type = typeName;
  }

  #showWay(place) {
    const steps = this.#chosen
      ? [
          element.button({ click: () => this.#back() }, '← Back'),
          element.span([this.#chosen.type, this.#chosen.field].filter(Boolean).join('.') || 'All operations'),
        ]
      : (place?.way ?? []).map(({ label, from }, position) =>
          element.button(
            {
              'aria-current': position === place.way.length - 1 ? 'true' : null,
              click: () => this.#host.moveTo(from),
            },
            label,
          ),
        );
    if (!this.#chosen && place) steps.unshift(element.button({ click: () => this.showAll() }, 'All'));
    replaceKeepingFocus(
      wayList,
      steps.map((step) => element.li(step)),
    );
  }

  /** Leads to the documentation of a type or field. */
  #link(label, type, field = null) {
    return element.button({ class: 'link', click: () => this.showTypeOrField(type, field) }, label);
  }

  #typeLink(type) {
    const name = named(type);
    const text = String(type);
    const isBuiltIn = ['ID', 'Int', 'Float', 'String', 'Boolean'].includes(name);
    if (isBuiltIn) return element.code(text);
    const start = text.indexOf(name);
    return element.code(text.slice(0, start), this.#link(name, name), text.slice(start + name.length));
  }

  /** The description of a coordinate, with what the reference adds: credential, key, platform calls, errors, its page. */
  #about(coordinate, description) {
    const { html, credential, takesKey, calls = [], errors = [], page } = summaries[coordinate] ?? {};
    const text = element.div({ class: 'description' });
    // Written by the gateway, which escapes descriptions.
    if (html) text.innerHTML = html;
    else text.textContent = description ?? '';
    for (const link of text.querySelectorAll('a')) link.target = '_blank';
    return [
      credential || takesKey
        ? element.p(
            [credential, takesKey && 'idempotency key']
              .filter(Boolean)
              .flatMap((fact) => [element.span({ class: 'badge' }, fact), ' ']),
          )
        : null,
      text,
      calls.length > 0
        ? element.ul(
            { class: 'calls', 'aria-label': 'Platform calls' },
            calls.map(([route, often]) => element.li(element.code(route), ' ', withCode(often))),
          )
        : null,
      errors.length > 0
        ? element.details(
            element.summary(counted(errors.length, 'error')),
            element.ul(
              errors.map((code) =>
                element.li(element.a({ href: `/schema/errors#${code}`, target: '_blank' }, code)),
              ),
            ),
          )
        : null,
      page ? element.p(element.a({ href: page, target: '_blank' }, 'Open in the reference')) : null,
    ].filter(Boolean);
  }

  /** @param place of the cursor, if the field is there: its arguments can then be added and removed */
  #fieldSection(type, field, place) {
    return element.section(
      { class: 'subject' },
      element.h2(
        place || field.args === undefined ? null : this.#fieldToggle(type, field),
        element.code(field.name),
        ': ',
        this.#typeLink(field.type),
      ),
      ...this.#about(`${type.name}.${field.name}`, field.description),
      field.args?.length > 0
        ? element.dl(
            { 'aria-label': 'Arguments' },
            field.args.flatMap((argument) => [
              element.dt(
                place ? this.#argumentToggle(argument, place) : null,
                element.code(argument.name),
                ': ',
                this.#typeLink(argument.type),
              ),
              element.dd(withCode(argument.description ?? '')),
            ]),
          )
        : null,
    );
  }

  #argumentToggle({ name }, { given }) {
    return toggle(name, given.includes(name), () => this.#host.toggleArgument(name));
  }

  #typeSections(type) {
    return [
      element.section(
        element.h2(element.code(type.name)),
        ...(isRoot(type) ? [] : this.#about(type.name, type.description)),
        this.#fieldList(type),
      ),
    ];
  }

  #fieldList(type) {
    const fields = isRoot(type) ? rootFields(type) : Object.values(type.getFields?.() ?? {});
    return element.ul(
      { class: 'fields', 'aria-label': `Fields of ${type.name}` },
      fields.map((field) => this.#fieldItem(type, field)),
      (type.getValues?.() ?? []).map(({ name, description }) =>
        element.li(element.code(name), element.p(withCode(description ?? ''))),
      ),
    );
  }

  /** A button that adds the field where the cursor is, or around it. Null: it does not belong there. */
  #fieldToggle(type, field) {
    const level = this.#host.place()?.way.findLast((candidate) => candidate.type === type.name);
    if (!level && !isRoot(type)) return null;
    const isSelected = level?.selected.includes(field.name) ?? false;
    return toggle(field.name, isSelected, () => this.#host.toggle(type.name, field.name));
  }

  #fieldItem(type, field) {
    const calls = summaries[`${type.name}.${field.name}`]?.calls ?? [];
    return element.li(
      field.args === undefined ? null : this.#fieldToggle(type, field),
      element.div(
        this.#link(field.name, type.name, field.name),
        ': ',
        this.#typeLink(field.type),
        calls.length > 0 ? element.span({ class: 'badge no' }, counted(calls.length, 'call')) : null,
        field.deprecationReason !== undefined ? element.span({ class: 'badge warning' }, 'deprecated') : null,
        element.p(withCode(firstSentence(field.description ?? ''))),
      ),
    );
  }

  /** The root fields, for a cursor outside of every operation. */
  #rootSections() {
    const { schema } = this.#host;
    const roots = Object.values(ROOTS)
      .map((name) => schema.getType(name))
      .filter(Boolean)
      .map((type, position) =>
        element.details({ open: position === 0 }, element.summary(type.name), this.#fieldList(type)),
      );
    return [...this.#changesSection(), ...roots];
  }

  /** Changes of the schema since the visitor last looked here. */
  #changesSection() {
    const { changes, schema } = this.#host;
    if (changes.list.length === 0) return [];
    changes.see();
    const nameOf = (coordinate) => {
      const [type, field = null] = coordinate.split('.');
      const isThere = schema.getType(type) && (field === null || schema.getType(type).getFields?.()[field]);
      return isThere ? this.#link(coordinate, type, field) : element.code(coordinate);
    };
    const items = changes.list.map(({ coordinate, before, after }) =>
      element.li(
        element.div(
          nameOf(coordinate),
          before === null
            ? element.span({ class: 'badge' }, 'added')
            : element.span({ class: 'badge warning' }, after === null ? 'removed' : 'changed'),
          before !== null && after !== null
            ? element.p(element.del(element.code(before)), ' → ', element.code(after))
            : null,
        ),
      ),
    );
    return [
      element.details(
        { open: true },
        element.summary(`Changed since ${new Date(changes.since).toLocaleString()}`),
        element.ul({ class: 'fields', 'aria-label': 'Changes of the schema' }, items),
      ),
    ];
  }

  /** Opens the first result. A search from before the index has loaded runs once it has. */
  async #openFirst() {
    const text = input.value;
    await load();
    if (input.value === text) content.querySelector('.results button, .results a')?.click();
  }

  /** Shows the matches of the text in the search field, or without a text the place of the cursor. */
  #search() {
    if (input.value.trim() === '') return this.#show(true);
    // It shows the place of the content that the results replace.
    wayList.replaceChildren();
    const found = globalThis.findInReference(index, input.value);
    content.replaceChildren(
      element.p(
        { class: 'quiet', role: 'status' },
        found.length === 0 ? `Nothing matches “${input.value.trim()}”.` : '',
      ),
      element.ul(
        { class: 'results', 'aria-label': 'Results' },
        found.map((entry) => this.#result(entry)),
      ),
    );
    this.#shown = '';
  }

  #result([name, kind, address, description, owner]) {
    const parent = ROOTS[kind] ?? (owner || null);
    const type = parent ?? name;
    const isInSchema = this.#host.schema.getType(type) !== undefined && !/^(guide|error)$/.test(kind);
    const label = [
      element.span({ class: 'kind' }, kind),
      element.code(owner ? `${owner}${kind === 'guide' ? ' › ' : '.'}${name}` : name),
      element.p(description),
    ];
    return element.li(
      isInSchema
        ? element.button({ click: () => this.showTypeOrField(type, parent ? name : null) }, label)
        : element.a({ href: address, target: '_blank' }, label),
    );
  }
}
