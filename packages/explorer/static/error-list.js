// The errors of a response as a list: message, location in the operation, and the reference's description.
import { counted, element } from './dom.js';

const MOST = 20;

/**
 * The errors, the first ones if there are many.
 * @param onLocation called with a line and a column of the operation
 */
export function errorList(errors, onLocation) {
  return [
    element.ul(errors.slice(0, MOST).map((error) => errorItem(error, onLocation))),
    errors.length > MOST
      ? element.p({ class: 'quiet' }, `${counted(errors.length - MOST, 'more error')} below`)
      : '',
  ];
}

function errorItem({ message, path, locations = [], extensions = {} }, onLocation) {
  const { code } = extensions;
  const [location] = locations;
  return element.li(
    code ? element.a({ href: `/schema/errors#${code}`, target: '_blank' }, code) : null,
    element.span({ class: 'message-text' }, message),
    path ? element.code({ class: 'quiet' }, path.join('.')) : null,
    location
      ? element.button(
          { class: 'link', click: () => onLocation(location.line, location.column) },
          `line ${location.line}`,
        )
      : null,
  );
}
