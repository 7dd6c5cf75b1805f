import { type DocumentNode, type GraphQLError, type GraphQLObjectType } from 'graphql';
import type { InputPath } from '../errors.ts';
/** An argument that the gateway refuses. */
export declare const badInput: (argument: InputPath, problem: string) => GraphQLError;
/**
 * Refuses the arguments that the gateway refuses for every field: a required text or ID that is empty, and an ID that is too
 * long. @throws GraphQLError BAD_USER_INPUT
 */
export declare function checkArguments(type: GraphQLObjectType, field: string, values: Record<string, unknown>): void;
/** What graphql-js 16 or 17 says of an invalid variable, as the gateway says it. */
export declare function variableError({ message }: GraphQLError, document: DocumentNode): GraphQLError;
