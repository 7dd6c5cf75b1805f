// The type map: laid out by Graphviz, moved with svg-pan-zoom. Choosing a type highlights its neighbors and zooms to it.
import { element, withCode } from './dom.js';

const types = JSON.parse(document.getElementById('types').textContent);
const byName = new Map(types.map((type) => [type.name, type]));
const [drawing, details, fieldsShown, find, found] = ['drawing', 'details', 'fields', 'find', 'found'].map(
  (id) => document.getElementById(id),
);
/** Pixels per unit of the drawing: the least at which its text can be read, and that of a type zoomed to. */
const READABLE = 0.8;
const CLOSE = 1.1;
const MOST_FOUND = 8;
/** Pixels that a finger may move while it taps. */
const STEADY = 8;

let viz;
let zoom;
/** The type whose neighbors alone are drawn. Null: all types. */
let around = null;

const root = () => document.querySelector('input[name=root]:checked').value;
const escapeText = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const targetsOf = ({ fields }) => fields.flatMap(({ leadsTo }) => (leadsTo === null ? [] : [leadsTo]));

/** The types reachable from the root, or the neighbors of one type. */
function namesToDraw() {
  if (around !== null) {
    const next = types.filter(({ fields }) => fields.some(({ leadsTo }) => leadsTo === around));
    return new Set([around, ...targetsOf(byName.get(around)), ...next.map(({ name }) => name)]);
  }
  const reached = new Set([root()]);
  for (const name of reached) for (const target of targetsOf(byName.get(name))) reached.add(target);
  return reached;
}

// Graphviz.

function dotOf(names) {
  const shown = [...names].map((name) => byName.get(name));
  const isDetailed = fieldsShown.checked;
  return `digraph { rankdir=LR bgcolor=transparent ranksep=${isDetailed ? 0.9 : 0.45} nodesep=${isDetailed ? 0.3 : 0.18}
node [fontname="Courier" fontsize=${isDetailed ? 12 : 14}] edge [arrowsize=0.7]
${shown.map(isDetailed ? tableOf : boxOf).join('\n')}
${shown.flatMap((type) => (isDetailed ? fieldEdges(type, names) : typeEdges(type, names))).join('\n')} }`;
}

const boxOf = ({ name }) =>
  `"${name}" [id="type-${name}" shape=box margin="0.14,0.05" height=0.3 label="${name}"]`;

function tableOf({ name, fields }) {
  const rows = fields.map(
    (field) =>
      `<tr><td align="left" port="${field.name}">${escapeText(field.name)}   <font point-size="10">${escapeText(field.type)}</font></td></tr>`,
  );
  return `"${name}" [id="type-${name}" shape=plain label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5"><tr><td bgcolor="#17685f22"><b>${name}</b></td></tr>${rows.join('')}</table>>]`;
}

const typeEdges = (type, names) =>
  [...new Set(targetsOf(type))].filter((target) => names.has(target)).map((target) => edge(type, target, ''));

const fieldEdges = (type, names) =>
  type.fields
    .filter(({ leadsTo }) => names.has(leadsTo))
    .map(({ name, leadsTo }) => edge(type, leadsTo, `:"${name}"`));

const edge = ({ name }, target, port) =>
  `"${name}"${port} -> "${target}" [class="from-${name} to-${target}"]`;

function draw() {
  zoom?.destroy();
  const names = namesToDraw();
  const svg = viz.renderSVGElement(dotOf(names));
  for (const title of svg.querySelectorAll('title')) title.remove();
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', `Map of ${names.size} types`);
  drawing.replaceChildren(svg);
  zoom = window.svgPanZoom(svg, {
    minZoom: 0.1,
    maxZoom: 30,
    zoomScaleSensitivity: 0.35,
    fit: true,
    center: true,
  });
  for (const node of svg.querySelectorAll('.node')) {
    const name = node.id.slice('type-'.length);
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '0');
    node.setAttribute('aria-label', name);
    onTap(node, () => choose(name));
    node.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose(name, { zoomsTo: true });
    });
  }
  showWhole();
}

/** Calls back for a press that does not move the map. On touch screens, svg-pan-zoom prevents clicks. */
function onTap(node, act) {
  node.addEventListener('pointerdown', (down) => {
    const end = (up) => {
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      const moved = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY);
      if (up.type === 'pointerup' && up.pointerId === down.pointerId && moved < STEADY) act();
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });
}

// What is in view.

/** The whole drawing, or as much of it as can be read, from where it starts. */
function showWhole() {
  fitAll();
  if (zoom.getSizes().realZoom < READABLE) bringTo(around ?? root(), READABLE);
}

/** All of it, with a margin. */
const fitAll = () => zoom.resize().fit().zoomBy(0.95).center();

/** Moves a type to the middle of the window, or to its left for a type with links to others. */
function bringTo(name, scale) {
  const node = drawing.querySelector(`#type-${name}`);
  if (!node) return;
  zoom.zoomBy(scale / zoom.getSizes().realZoom);
  // The drawing moves with the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const at = node.getBoundingClientRect();
      const view = drawing.getBoundingClientRect();
      const x = byName.get(name).isRoot ? view.left + at.width / 2 + 16 : view.left + view.width / 2;
      zoom.panBy({ x: x - at.left - at.width / 2, y: view.top + view.height / 2 - at.top - at.height / 2 });
    }),
  );
}

function choose(name, { zoomsTo = false } = {}) {
  if (!drawing.querySelector(`#type-${name}`)) {
    around = name;
    draw();
  }
  const svg = drawing.querySelector('svg');
  svg.classList.add('has-choice');
  const near = new Set();
  for (const line of svg.querySelectorAll('.edge')) {
    const isNear = line.classList.contains(`from-${name}`) || line.classList.contains(`to-${name}`);
    line.classList.toggle('near', isNear);
    if (isNear) for (const end of line.classList) near.add(end.replace(/^(from|to)-/, 'type-'));
  }
  for (const node of svg.querySelectorAll('.node')) {
    node.classList.toggle('chosen', node.id === `type-${name}`);
    node.classList.toggle('near', near.has(node.id));
  }
  describe(byName.get(name));
  if (zoomsTo) bringTo(name, CLOSE);
}

// The panel.

function describe({ name, description, fields }) {
  const toggle = () => {
    around = around === name ? null : name;
    draw();
    choose(name);
  };
  details.replaceChildren(
    element.h2(name),
    element.p(withCode(description)),
    element.button(
      { class: 'button', click: toggle },
      around === name ? 'Show all types' : 'Show only its neighbors',
    ),
    element.ul(
      { class: 'fields' },
      fields.map((field) => fieldItem(name, field)),
    ),
  );
}

const fieldItem = (typeName, { name, type, leadsTo, calls }) =>
  element.li(
    element.a({ href: `/schema#${typeName}.${name}` }, name),
    ': ',
    leadsTo === null ? type : chooser(leadsTo, type),
    calls > 0 ? element.small(' calls the platform') : null,
  );

/** A button that shows a type. */
const chooser = (name, label) => element.button({ click: () => choose(name, { zoomsTo: true }) }, label);

/** Types by name, then fields: those that start with the text first. */
function matches(text) {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const rank = (name) => {
    const at = name.toLowerCase().indexOf(wanted);
    return at <= 0 ? at : 1;
  };
  const named = types.map(({ name }) => ({ type: name, label: name, rank: rank(name) }));
  const fields = types.flatMap(({ name, fields: all }) =>
    all.map((field) => ({ type: name, label: `${name}.${field.name}`, rank: rank(field.name) })),
  );
  const inOrder = (list) =>
    list
      .filter((match) => match.rank >= 0)
      .toSorted((a, b) => a.rank - b.rank || a.label.length - b.label.length);
  return [...inOrder(named), ...inOrder(fields)].slice(0, MOST_FOUND);
}

function lookUp() {
  const list = matches(find.value);
  found.replaceChildren(...list.map(({ type, label }) => element.li(chooser(type, label))));
  if (find.value.trim() !== '' && list.length === 0)
    found.replaceChildren(element.li({ class: 'quiet' }, 'Nothing has this name.'));
  const [first] = list;
  if (first) choose(first.type, { zoomsTo: true });
}

for (const input of [fieldsShown, ...document.querySelectorAll('input[name=root]')])
  input.addEventListener('change', () => {
    if (input !== fieldsShown) around = null;
    details.replaceChildren();
    draw();
  });
find.addEventListener('input', lookUp);
for (const [id, action] of Object.entries({
  whole: fitAll,
  closer: () => zoom.zoomIn(),
  farther: () => zoom.zoomOut(),
}))
  document.getElementById(id).addEventListener('click', action);
window.addEventListener('resize', () => zoom && showWhole());

viz = await window.Viz.instance();
draw();
