// Separators between panes, moved with the pointer or the arrow keys. Sizes are kept in the browser.
import { readStored, store } from './storage.js';

const KEY = 'gateway.explorer.sizes';
const sizes = readStored(KEY) ?? {};
/** Pixels that an arrow key moves. */
const STEP = 24;

/**
 * Makes an element a separator. Its size is a custom property of the page's main element, in pixels.
 * @param element with `data-size`, the name of the property, and `aria-orientation`
 * @param options.measure the size now, in pixels
 * @param options.sign 1 if moving right or down makes the pane larger, else -1
 * @param options.least the smallest size
 * @param options.most the largest size, as a function
 */
export function makeSplit(element, { measure, sign, least, most }) {
  const root = element.closest('main');
  const property = element.dataset.size;
  const isVertical = element.getAttribute('aria-orientation') === 'vertical';
  const set = (size) => {
    const value = Math.round(Math.max(least, Math.min(most(), size)));
    sizes[property] = value;
    root.style.setProperty(`--${property}`, `${value}px`);
    announce();
  };
  const announce = () => {
    element.setAttribute('aria-valuemin', String(least));
    element.setAttribute('aria-valuemax', String(Math.round(most())));
    element.setAttribute('aria-valuenow', String(Math.round(measure())));
  };
  if (typeof sizes[property] === 'number') set(sizes[property]);
  else announce();
  element.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const start = isVertical ? event.clientX : event.clientY;
    const size = measure();
    const move = (moved) => set(size + sign * ((isVertical ? moved.clientX : moved.clientY) - start));
    const end = () => {
      element.removeEventListener('pointermove', move);
      store(KEY, sizes);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', end, { once: true });
  });
  element.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!direction || isVertical !== /Left|Right/.test(event.key)) return;
    event.preventDefault();
    set(measure() + sign * direction * STEP);
    store(KEY, sizes);
  });
  element.addEventListener('dblclick', () => {
    delete sizes[property];
    root.style.removeProperty(`--${property}`);
    announce();
    store(KEY, sizes);
  });
}
