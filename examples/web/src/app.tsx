import { Route, Routes } from 'react-router';
import { openGateway } from './gateway/client.ts';
import { GatewayProvider } from './gateway/provider.tsx';
import { Session } from './gateway/session.ts';
import { CALLBACK_PATH } from './gateway/sign-in.ts';
import { Shell } from './parts/shell.tsx';
import { SignedIn } from './parts/signed-in.tsx';
import { AtoProgress } from './screens/ato-progress.tsx';
import { AtoSignedOn } from './screens/ato-signed-on.tsx';
import { Callback } from './screens/callback.tsx';
import { ClassDetail } from './screens/class-detail.tsx';
import { ClassList } from './screens/class-list.tsx';
import { CourseDetail } from './screens/course-detail.tsx';
import { Leaderboard } from './screens/leaderboard.tsx';
import { NotFound } from './screens/not-found.tsx';

/** The user's own session, and a separate one for an ATO request, whose token opens that request only. */
const person = openGateway(new Session('fieldbook.session'));
const ato = openGateway(new Session('fieldbook.ato'));

export function App() {
  return (
    <Routes>
      <Route
        path="/ato/*"
        element={
          <GatewayProvider gateway={ato}>
            <Routes>
              <Route path="signed-on" element={<AtoSignedOn />} />
              <Route path="requests/:requestId" element={<AtoProgress />} />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </GatewayProvider>
        }
      />
      <Route
        path="*"
        element={
          <GatewayProvider gateway={person}>
            <Routes>
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
            </Routes>
          </GatewayProvider>
        }
      />
    </Routes>
  );
}
