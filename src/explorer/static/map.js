// The type map: laid out by Graphviz, moved with svg-pan-zoom. Selecting a type highlights its neighbors.
const types = JSON.parse(document.getElementById('types').textContent);
const byName = new Map(types.map((type) => [type.name, type]));
const drawing = document.getElementById('drawing');
const details = document.getElementById('details');
const leaves = document.getElementById('leaves');
const find = document.getElementById('find');

let viz;
let zoom;
/** The type whose neighbors alone are drawn. Null: the whole graph. */
let around = null;

const escapeText = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The types reachable from a root, or the neighbors of one type. */
function namesToDraw(root) {
  if (around !== null) {
    const next = types.filter(({ fields }) => fields.some(({ leadsTo }) => leadsTo === around));
    return new Set([around, ...targetsOf(byName.get(around)), ...next.map(({ name }) => name)]);
  }
  const reached = new Set([root]);
  for (const name of reached) for (const target of targetsOf(byName.get(name))) reached.add(target);
  return reached;
}

const targetsOf = ({ fields }) => fields.flatMap(({ leadsTo }) => (leadsTo === null ? [] : [leadsTo]));

function dotOf(names) {
  const shown = [...names].map((name) => byName.get(name));
  const nodes = shown.map(({ name, fields }) => {
    const rows = fields
      .filter(({ leadsTo }) => leaves.checked || names.has(leadsTo))
      .map(
        (field) =>
          `<tr><td align="left" port="${field.name}">${escapeText(field.name)}   <font point-size="10">${escapeText(field.type)}</font></td></tr>`,
      );
    return `"${name}" [id="type-${name}" label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5"><tr><td bgcolor="#1f6f6822"><b>${name}</b></td></tr>${rows.join('')}</table>>]`;
  });
  const edges = shown.flatMap(({ name, fields }) =>
    fields
      .filter(({ leadsTo }) => names.has(leadsTo))
      .map(
        (field) =>
          `"${name}":"${field.name}" -> "${field.leadsTo}" [class="from-${name} to-${field.leadsTo}"]`,
      ),
  );
  return `digraph { rankdir=LR bgcolor=transparent ranksep=0.9 nodesep=0.3
node [shape=plain fontname="Helvetica" fontsize=13] edge [arrowsize=0.7]
${nodes.join('\n')}
${edges.join('\n')} }`;
}

function draw() {
  zoom?.destroy();
  const names = namesToDraw(document.querySelector('input[name=root]:checked').value);
  const svg = viz.renderSVGElement(dotOf(names));
  svg.querySelectorAll('title').forEach((title) => {
    title.remove();
  });
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `${names.size} types`);
  drawing.replaceChildren(svg);
  zoom = window.svgPanZoom(svg, {
    minZoom: 0.3,
    maxZoom: 30,
    zoomScaleSensitivity: 0.35,
    fit: true,
    center: true,
  });
  for (const node of svg.querySelectorAll('.node')) {
    node.addEventListener('click', () => choose(node.id.slice('type-'.length)));
  }
}

function choose(name) {
  const svg = drawing.querySelector('svg');
  svg.classList.add('has-choice');
  const near = new Set();
  for (const edge of svg.querySelectorAll('.edge')) {
    const isNear = edge.classList.contains(`from-${name}`) || edge.classList.contains(`to-${name}`);
    edge.classList.toggle('near', isNear);
    if (isNear) for (const end of edge.classList) near.add(end.replace(/^(from|to)-/, 'type-'));
  }
  for (const node of svg.querySelectorAll('.node')) {
    node.classList.toggle('chosen', node.id === `type-${name}`);
    node.classList.toggle('near', near.has(node.id));
  }
  describe(byName.get(name));
}

function describe({ name, description, fields }) {
  const heading = document.createElement('h2');
  heading.append(link(name, name));
  const text = document.createElement('p');
  text.textContent = description;
  const toggle = document.createElement('button');
  toggle.textContent = around === name ? 'Show all types' : 'Show only neighbors';
  toggle.addEventListener('click', () => {
    around = around === name ? null : name;
    draw();
    choose(name);
  });
  const list = document.createElement('ul');
  list.className = 'fields';
  for (const field of fields) {
    const item = document.createElement('li');
    item.append(link(`${name}.${field.name}`, field.name), `: ${field.type}`);
    if (field.calls > 0) item.append(' · calls the platform');
    list.append(item);
  }
  details.replaceChildren(heading, text, toggle, list);
}

function link(anchor, text) {
  const element = document.createElement('a');
  element.href = `/schema#${anchor}`;
  element.textContent = text;
  return element;
}

function lookUp() {
  const name = types.find((type) => type.name.toLowerCase() === find.value.trim().toLowerCase())?.name;
  if (name === undefined) return;
  if (!drawing.querySelector(`#type-${name}`)) {
    around = name;
    draw();
  }
  choose(name);
}

document.getElementById('names').append(
  ...types.map(({ name }) => {
    const option = document.createElement('option');
    option.value = name;
    return option;
  }),
);
for (const input of [leaves, ...document.querySelectorAll('input[name=root]')]) {
  input.addEventListener('change', () => {
    if (input !== leaves) around = null;
    details.replaceChildren();
    draw();
  });
}
find.addEventListener('input', lookUp);
window.addEventListener('resize', () => zoom?.resize().fit().center());

viz = await window.Viz.instance();
draw();
