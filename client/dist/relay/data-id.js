/**
 * Keys a record by type and ID: IDs are unique within a type only. Pass it to the `Environment` as `getDataID`.
 * @returns undefined for an object without an ID, which Relay keys by its place.
 */
export const getDataID = ({ id }, typename) => typeof id === 'string' ? `${typename}:${id}` : undefined;
//# sourceMappingURL=data-id.js.map