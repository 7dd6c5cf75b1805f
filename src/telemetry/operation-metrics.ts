import type { Price } from '../graph/cost.ts';
import type {
  CountedOperation,
  DocumentObserver,
  ExceededStage,
  OperationObserver,
  PARSED,
  PriceObserver,
  RetainedKind,
} from '../operations/reports/observers.ts';
import type { GatewayCounts, GatewayDistributions } from './metric-table.ts';

/** Maximum distinct operation names when any document is allowed, and client names. */
const MAX_NAMES = 100;
const MAX_CLIENTS = 50;
/** Longest operation name used as a label. */
const MAX_NAME_LENGTH = 64;

/**
 * Operations by name, type and code, and by client application. Clients choose both names, so the labels are bounded: of
 * operations, only the names of trusted documents, or else the first hundred that ran; of clients, the first fifty. All others
 * are `other`.
 */
export class OperationMetrics implements OperationObserver, PriceObserver, DocumentObserver {
  readonly #counts: GatewayCounts;
  readonly #distributions: GatewayDistributions;
  readonly #isClosed: boolean;
  #names: Set<string>;
  readonly #clients = new Set<string>();

  /** @param names those of the trusted documents. Null: any document is allowed. */
  constructor(counts: GatewayCounts, distributions: GatewayDistributions, names: ReadonlySet<string> | null) {
    this.#counts = counts;
    this.#distributions = distributions;
    this.#names = new Set(names ?? []);
    this.#isClosed = names !== null;
  }

  /** Replaces the names of the trusted documents; those that were counted before remain. */
  trust(names: ReadonlySet<string>): void {
    this.#names = new Set(names);
  }

  operation({ name, type, codes, client, deprecated }: CountedOperation, milliseconds: number): void {
    const { gateway_operations_total, gateway_client_operations_total, gateway_errors_total } = this.#counts;
    const [code = 'OK'] = codes;
    const operation = this.#operationLabel(name, type);
    const caller = this.#clientLabel(client);
    gateway_operations_total.count(operation, type ?? 'none', code);
    gateway_client_operations_total.count(caller, code);
    for (const each of codes) gateway_errors_total.count(each);
    for (const field of deprecated) this.#counts.gateway_deprecated_field_total.count(field, caller);
    const durations = this.#distributions.gateway_operation_duration_seconds;
    durations.of(operation, type ?? 'none').observe(milliseconds / 1000);
  }

  predicted({ calls, objects, bytes }: Price): void {
    const prices = this.#distributions.gateway_operation_price;
    prices.of('calls').observe(calls);
    prices.of('objects').observe(objects);
    prices.of('bytes').observe(bytes);
  }

  exceeded(price: keyof Price, stage: ExceededStage): void {
    this.#counts.gateway_price_limits_exceeded_total.count(price, stage);
  }

  parsed(outcome: (typeof PARSED)[number]): void {
    this.#counts.gateway_documents_parsed_total.count(outcome);
  }

  retained(kind: RetainedKind, bytes: number): void {
    this.#counts.gateway_document_memory_bytes.of(kind).value += bytes;
  }

  evicted(kind: RetainedKind): void {
    this.#counts.gateway_document_evictions_total.count(kind);
  }

  #operationLabel(name: string | null, type: string | null): string {
    if (type === null) return 'none';
    if (name === null) return 'anonymous';
    if (this.#names.has(name)) return name;
    if (this.#isClosed || this.#names.size >= MAX_NAMES || name.length > MAX_NAME_LENGTH) return 'other';
    this.#names.add(name);
    return name;
  }

  #clientLabel(name: string | null): string {
    if (name === null) return 'none';
    if (this.#clients.has(name)) return name;
    if (this.#clients.size >= MAX_CLIENTS) return 'other';
    this.#clients.add(name);
    return name;
  }
}
