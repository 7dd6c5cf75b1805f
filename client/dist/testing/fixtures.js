export const isReference = (value) => typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
//# sourceMappingURL=fixtures.js.map