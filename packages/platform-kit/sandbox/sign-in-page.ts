import { html } from 'hono/html';
import { ROUTES_BY_ID } from '../contract/routes.ts';
import { layout, type Markup } from './layout.ts';

export interface SignInPage {
  appName: string;
  /** The page's query string, which the form sends unchanged. */
  query: string;
  offersPlatformApp: boolean;
  handle: string;
  message: string | null;
  /** The password of every user. Null: it is a secret. */
  password: string | null;
}

/** The login page of the OAuth flow. Contract: Sign-in and session. */
export function signInPage({
  appName,
  query,
  offersPlatformApp,
  handle,
  message,
  password,
}: SignInPage): Markup {
  return layout(
    `Sign in to ${appName}`,
    html`
      ${message === null ? '' : html`<p class="message" role="alert">${message}</p>`}
      <form class="card" method="post" action="${ROUTES_BY_ID.signIn.path}${query}">
        <label>Handle <input name="handle" value="${handle}" autocomplete="username" required autofocus /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <button type="submit">Sign in</button>
        ${
          offersPlatformApp
            ? html`<button class="quiet" type="submit" name="platform_app" value="true" formnovalidate>
                Login via the platform app
              </button>`
            : ''
        }
      </form>
      <p class="hint">
        This is a demo school: ${
          password === null
            ? html`the gateway has printed the password`
            : html`every password is <b>${password}</b>`
        }. Try the student <b>@ana.ferreira</b> or the
        instructor <b>@marcus.oyelaran</b>.
      </p>
    `,
  );
}
