import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Monogram } from './monogram.tsx';

export const PERSON = graphql(`
  fragment Person on User { id handle firstName lastName position }
`);

/** A person in a list. Names are displayed but never stored, by the platform's policy. */
export function Person({ user }: { user: FragmentType<typeof PERSON> }) {
  const { id, handle, firstName, lastName, position } = readFragment(PERSON, user);
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const shownName = name || handle || 'A member';
  return (
    <span className="person">
      <Monogram of={shownName} seed={id} />
      <span>
        <b>{shownName}</b>
        <small>{position ?? (name ? handle : null)}</small>
      </span>
    </span>
  );
}
