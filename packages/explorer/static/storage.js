// JSON in the browser's storage. A browser may refuse it, or have none left.

/** @returns the value, or null */
export function readStored(key, storage = 'localStorage') {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
  }
}

/** @returns whether it was stored */
export function store(key, value, storage = 'localStorage') {
  try {
    window[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
