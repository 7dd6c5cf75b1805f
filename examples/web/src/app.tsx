import { lazy } from 'react';
import { Outlet, Route, Routes } from 'react-router';
import { openSession, SessionProvider } from './gateway/session.tsx';
import { Page } from './parts/page.tsx';
import { SignedIn } from './parts/signed-in.tsx';
import { Callback } from './screens/callback.tsx';
import { NotFound } from './screens/not-found.tsx';
import { CALLBACK_PATH } from './screens/sign-in.tsx';

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

export const App = () => (
  <Routes>
    <Route
      path="ato"
      element={
        <SessionProvider value={ato}>
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
    <Route
      element={
        <SessionProvider value={person}>
          <Outlet />
        </SessionProvider>
      }
    >
      <Route path={CALLBACK_PATH} element={<Callback />} />
      <Route element={<SignedIn />}>
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
