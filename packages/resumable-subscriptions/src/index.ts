export type {
  Adapter,
  AdapterModule,
  Credential,
  Hooks,
  List,
  ListedRecord,
  Newcomer,
  Session,
  Subscription,
  TransportName,
} from './adapter.ts';
export { ALL_PROFILES, PROFILES, type Profile } from './profiles.ts';
export {
  type CheckedProfile,
  type CheckedRequirement,
  type Format,
  type Outcome,
  printed,
  type Report,
  type TranscriptChoice,
} from './report.ts';
export { type Requirement, readRequirements } from './requirements.ts';
export { type RunOptions, runChecks } from './run-checks.ts';
export type { Exchange } from './transcript.ts';
