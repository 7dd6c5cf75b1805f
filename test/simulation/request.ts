import type { GatewayProcess } from './gateway-process.ts';
import type { Channel, Link } from './link.ts';
import type { Host } from './timeline.ts';

/** One request over a link, and its response. */
export interface RequestOptions<Request, Response> {
  link: Link;
  client: Host;
  server: Host;
  message: Request;
  /** Whether nothing listens at the server. */
  isRefused(): boolean;
  /** Handles the request at the server. `isAwaited`: whether the client still waits. */
  serve(message: Request, respond: (response: Response) => void): void;
  onResponse(response: Response): void;
  /** There will be no response. @param wasSent whether the request may have arrived. */
  onLost(wasSent: boolean): void;
}

/** Sends a request. @returns abandons it: the client closes the connection, whose request may still arrive. */
export function request<Request, Response>(options: RequestOptions<Request, Response>): () => void {
  const { link, client, server, message, isRefused, serve, onResponse, onLost } = options;
  let channel: Channel | null = null;
  let isOver = false;
  client.after(2 * link.delay(), () =>
    link.pass(client, () => {
      if (isOver) return;
      if (link.isCut || isRefused()) {
        isOver = true;
        onLost(false);
        return;
      }
      const opened = link.open([
        {
          host: client,
          onMessage: (response) => {
            isOver = true;
            opened.close(0);
            // Only this server responds over this connection.
            onResponse(response as Response);
          },
          onClose: () => {
            if (isOver) return;
            isOver = true;
            onLost(true);
          },
        },
        {
          host: server,
          onMessage: () => serve(message, (response) => opened.send(0, response)),
          onClose: () => opened.close(1),
        },
      ]);
      channel = opened;
      opened.send(1, message);
    }),
  );
  return () => {
    isOver = true;
    channel?.close(0);
  };
}

/** Milliseconds that a client waits for an answer of an instance. */
const PATIENCE = 15_000;

/** Asks an instance. `onAnswer` receives null if there is no answer. */
export function ask<Answer>(
  process: GatewayProcess,
  client: Host,
  serve: () => Promise<Answer> | undefined,
  onAnswer: (answer: Answer | null) => void,
): void {
  let isOver = false;
  const end = (answer: Answer | null): void => {
    if (isOver) return;
    isOver = true;
    patience.isCancelled = true;
    onAnswer(answer);
  };
  const abandon = request<null, Answer>({
    link: process.links.clients,
    client,
    server: process.host,
    message: null,
    isRefused: () => process.instance === null,
    serve: (_message, respond) => void serve()?.then(respond),
    onResponse: end,
    onLost: () => end(null),
  });
  const patience = client.after(PATIENCE, () => {
    abandon();
    end(null);
  });
}
