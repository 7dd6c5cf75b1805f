/** Submits the platform's sign-in page as a browser does. @returns the URL of the redirect. */
export async function signInAs(handle: string, url: string, password = 'demo'): Promise<URL> {
  const page = await (await fetch(url)).text();
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`no form on the sign-in page: ${page.slice(0, 500)}`);
  const response = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ handle, password }),
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (!location) throw new Error(`the sign-in page responded with ${response.status}`);
  return new URL(location);
}
