import { SessionProvider, SignedIn } from '@learning-platform/client/react';
import { lazy } from 'react';
import { Outlet, Route, Routes, useNavigate } from 'react-router';
import { OutboxContext, openOutbox } from './gateway/outbox.ts';
import { openSession } from './gateway/session.ts';
import { Page } from './parts/page.tsx';
import { Callback } from './screens/callback.tsx';
import { NotFound } from './screens/not-found.tsx';
import { SignIn } from './screens/sign-in.tsx';

// Signing in needs neither these nor the GraphQL client, so they are loaded when they are shown.
const Shell = lazy(() => import('./parts/shell.tsx'));
const ClassList = lazy(() => import('./screens/class-list.tsx'));
const ClassDetail = lazy(() => import('./screens/class-detail.tsx'));
const CourseDetail = lazy(() => import('./screens/course-detail.tsx'));
const Leaderboard = lazy(() => import('./screens/leaderboard.tsx'));
const AtoShell = lazy(() => import('./parts/ato-shell.tsx'));
const AtoSignedOn = lazy(() => import('./screens/ato-signed-on.tsx'));
const AtoProgress = lazy(() => import('./screens/ato-progress.tsx'));

/** The user's own session, and a separate one for an ATO request, whose token opens that request only. */
const person = openSession('fieldbook');
const ato = openSession('fieldbook.ato');
/** Also sends what an earlier page left unsent. */
const outbox = openOutbox('fieldbook', person);

/** Provides the user's own session. After a sign-in, the router shows the page where it began. */
function Person() {
  const navigate = useNavigate();
  return (
    <SessionProvider session={person} onReturn={(page) => void navigate(page, { replace: true })}>
      <OutboxContext value={outbox}>
        <Outlet />
      </OutboxContext>
    </SessionProvider>
  );
}

export const App = () => (
  <Routes>
    <Route
      path="ato"
      element={
        <SessionProvider session={ato}>
          <Page />
        </SessionProvider>
      }
    >
      <Route element={<AtoShell />}>
        <Route path="signed-on" element={<AtoSignedOn />} />
        <Route path="requests/:requestId" element={<AtoProgress />} />
        <Route
          path="*"
          element={
            <main>
              <NotFound />
            </main>
          }
        />
      </Route>
    </Route>
    <Route element={<Person />}>
      <Route path="callback" element={<Callback />} />
      <Route
        element={
          <SignedIn fallback={<SignIn />}>
            <Page />
          </SignedIn>
        }
      >
        <Route element={<Shell />}>
          <Route index element={<ClassList />} />
          <Route path="classes/:classId" element={<ClassDetail />} />
          <Route path="courses/:courseId" element={<CourseDetail />} />
          <Route path="leaderboard" element={<Leaderboard />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Route>
  </Routes>
);
