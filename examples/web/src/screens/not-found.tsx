import { Link } from 'react-router';
import { Empty } from '../parts/empty.tsx';
import { usePageTitle } from '../parts/page-title.ts';

export function NotFound() {
  usePageTitle('Page not found');
  return (
    <div className="screen">
      <h1>Page not found</h1>
      <Empty title="There is no such page">
        <Link to="/">Go to your classes</Link>
      </Empty>
    </div>
  );
}
