import { prepareAnswers, SCHOOL } from './bench/src/upstream-data.ts';
import { Projector } from './src/projection/projector.ts';
import { shapeOf, Shape, KIND } from './src/projection/shape.ts';
import { viewClass, viewsAt } from './src/projection/row-view.ts';
import { courseRow, readCourseLevels } from './src/platform/routes/course.ts';
import { readClassStructure } from './src/platform/routes/class.ts';
import { page } from './src/platform/wire.ts';
import { Body } from './src/platform/body.ts';
const answers = await prepareAnswers(SCHOOL);
const p = new Projector();
const wrapper = (s: Shape) => { const w = new Shape(); for (const n of ['docs','data','items','results']) w.add({name:n,kind:KIND.wrapped,isRequired:false,isNullable:true,shape:s}); for (const n of ['total','limit']) w.add({name:n,kind:KIND.any,isRequired:false,isNullable:true,shape:null}); return w; };
function t(f:()=>unknown){for(let i=0;i<3000;i++)f();let best=1e9;for(let r=0;r<40;r++){const c=process.cpuUsage();for(let i=0;i<400;i++)f();const d=process.cpuUsage(c);best=Math.min(best,(d.user+d.system)/400)}return best.toFixed(1)}
const text = Buffer.from([...answers].find(([k]) => /course\/list\?limit=100/.test(k))![1]);
const cs = shapeOf(courseRow)!; const ws = wrapper(cs); const W = viewClass(ws);
const rec = p.read(text, ws, false)!;
const v: any = new W(rec, 0);
console.log(text.length, v.total, v.docs.length, v.docs[3].name, JSON.stringify(v.docs.map((d:any)=>({courseId:d.courseId,name:d.name,description:d.description,profilePic:d.profilePic,coverPhoto:d.coverPhoto})))===JSON.stringify(JSON.parse(text.toString()).docs));
console.log('read', t(()=>p.read(text, ws, false)), 'views', t(()=>(new W(p.read(text, ws, false)!,0) as any).docs.length), 'parse+check', t(()=>page(courseRow)(new Body(text))), 'parse', t(()=>JSON.parse(text.toString())));
for (const [k,b] of answers) if (/structure|levels/.test(k) && (k.includes('large')||k.includes('spring'))) { const s = shapeOf(k.includes('levels')?readCourseLevels.read.wire.schema!:readClassStructure.read.wire.schema!)!; const bb=Buffer.from(b); const r=p.read(bb,s,false); console.log(k, bb.length, r&&r.index.length*4, 'read', t(()=>p.read(bb,s,false)), 'parse', t(()=>JSON.parse(bb.toString()))); if (k.includes('spring')&&!k.includes('spring-')) {} }
process.exit(0);
