// A text field in the place of a button, for renaming.
import { element } from './dom.js';

/**
 * Puts a text field in the place of a button. Enter accepts the text, Escape discards it.
 * @param attributes of the field, with its `value`
 * @param options.acceptsOnLeave whether leaving the field accepts it too
 * @param options.onEnd called when the button is back
 * @param options.onAccept called with the text
 * @returns the field
 */
export function openField(button, attributes, { acceptsOnLeave = false, onEnd = () => {}, onAccept }) {
  let isOpen = true;
  const end = (isAccepted) => {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
    input.replaceWith(button);
    button.focus();
    if (isAccepted) onAccept(input.value.trim());
  };
  const input = element.input({
    class: 'field',
    ...attributes,
    blur: () => end(acceptsOnLeave),
    keydown: (event) => {
      event.stopPropagation();
      if (event.key === 'Enter' || event.key === 'Escape') end(event.key === 'Enter');
    },
  });
  button.replaceWith(input);
  input.select();
  return input;
}
