/** Copies text and confirms it on the button for a moment. @returns whether the browser has allowed it */
export async function copyText(text, button) {
  // Pages of insecure origins have no clipboard.
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => navigator.clipboard !== undefined,
    () => false,
  );
  const content = [...button.childNodes];
  button.replaceChildren(isCopied ? 'Copied' : 'Not copied');
  setTimeout(() => button.replaceChildren(...content), 1500);
  return isCopied;
}
