import { Link } from 'react-router';
import { Empty } from '../parts/empty.tsx';

export function NotFound() {
  return (
    <div className="screen">
      <Empty title="There is no such page">
        <Link to="/">Go to your classes</Link>
      </Empty>
    </div>
  );
}
