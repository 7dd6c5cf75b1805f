/** The SDL of the graph. */
export declare const SDL: string;
