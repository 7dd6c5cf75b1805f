/** Fills in the platform's sign-in page as a person would, and gives the address it sends the browser to. */
export async function signInAs(handle: string, url: string, password = 'demo'): Promise<URL> {
  const page = await (await fetch(url)).text();
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`no form on the sign-in page: ${page.slice(0, 500)}`);
  const answer = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ handle, password }),
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`the sign-in page answered ${answer.status}`);
  return new URL(location);
}
