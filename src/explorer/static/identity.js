// Who the visitor is signed in as: a choice among the demo identities that all pages share.
const KEY = 'gateway.identity';

/** The chosen one among these identities; null for nobody. The first one is preset. */
export function chosenIdentity(identities) {
  const id = read();
  if (id === '') return null;
  return identities.find((identity) => identity.id === id) ?? identities[0] ?? null;
}

/** @param id empty: nobody */
export function chooseIdentity(id) {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // A browser without storage forgets the choice when the page closes.
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
