import { useEffect } from 'react';

const APP = 'Fieldbook';

/** Titles the page. @param name of the screen. Null or undefined: not loaded yet. */
export function usePageTitle(name: string | null | undefined): void {
  useEffect(() => {
    document.title = name ? `${name} · ${APP}` : APP;
  }, [name]);
}
