import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Monogram } from './monogram.tsx';

const PERSON = graphql(`
  fragment Person on Person { id handle firstName lastName }
`);

interface PersonProps {
  user: FragmentType<typeof PERSON>;
  /** Shown below the name instead of the handle. */
  position?: string | null;
}

/** A person in a list. Names are displayed but never stored, by the platform's policy. */
export function Person({ user, position = null }: PersonProps) {
  const { id, handle, firstName, lastName } = readFragment(PERSON, user);
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <PersonLine id={id} name={name || handle || 'A member'} below={position ?? (name ? handle : null)} />
  );
}

/** A person whom a record names only by ID: neither a friend nor someone that an earlier screen has loaded. */
export const UnknownPerson = ({ id }: { id: string }) => <PersonLine id={id} name="A member" />;

function PersonLine({ id, name, below = null }: { id: string; name: string; below?: string | null }) {
  return (
    <span className="person">
      <Monogram of={name} seed={id} />
      <span>
        <b>{name}</b>
        <small>{below}</small>
      </span>
    </span>
  );
}
