/** Copies text and confirms it on the button for a moment. */
export async function copyText(text, button) {
  await navigator.clipboard.writeText(text);
  const content = [...button.childNodes];
  button.replaceChildren('Copied');
  setTimeout(() => button.replaceChildren(...content), 1500);
}
