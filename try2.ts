import { startGateway } from './test/support/gateway.ts';
import { Projector } from './src/projection/projector.ts';
import { Execution } from './src/operations/execution/execution.ts';
const g = await startGateway();
const P = Projector.prototype as any; for (const m of ['read','write']) { const o = P[m]; P[m] = function(...a:any[]) { const r = o.apply(this,a); console.log(m, a[0].length ?? a[0].text?.length, r === null ? 'NULL' : 'ok'); return r; }; }
const E = Execution.prototype as any; const o = E.project; E.project = function(...a:any[]) { const r = o.apply(this,a); console.log('project', r, a[1].length, a[1][0]?.constructor?.name); return r; };
const who = { as: { authorization: `Bearer ${g.sandbox.credentials.student}` } } as any;
const W2 = 'query Courses { courses(first: 100) { nodes { id name description profilePic coverPhoto } totalCount } }';
const W4 = 'query C { course(id: "c-first-aid") { id name description levels { id name lessons { id name description profilePic coverPhoto media isAssessment expectedCompletionTime instructorGraded } } objectives { id name lessonIds performance { skill skillDescription score lessonScores { lessonId score scoreType } } } } }';
for (const q of [W2, W2, W4, W4]) { const r = await g.query(q, { headers: who.as }); console.log(r.status, r.text.length, JSON.stringify(r.errors)?.slice(0,200), r.text.slice(0,150)); console.log('--'); }
await g.close(); process.exit(0);
