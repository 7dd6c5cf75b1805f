import type { TypePolicies } from '@apollo/client';
/**
 * The policies of this graph, for an `InMemoryCache` with policies of its own: pages merge into one list, an object without
 * an ID keeps the fields that other operations have read, a record that names a user finds the user by ID, and a deleted
 * record disappears.
 */
export declare function typePolicies(): TypePolicies;
