export type { Demo } from './demo.ts';
export type { Graph } from './graph.ts';
export type { HttpAdapter, Pages } from './http.ts';
export type { Link } from './page.ts';
export { type Explorer, type ExplorerOptions, openExplorer } from './pages.ts';
export type { PredictCalls } from './prediction.ts';
