import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { conditional, flagsOf } from './hostile-documents.ts';
import { Random } from './random.ts';
import { CLOSE, frame, PING, TEXT } from './websocket-frame.ts';

/**
 * Attacks a gateway, in a process of its own: `node attacker.ts NAME PORT MILLISECONDS tls|tcp SECRETS`, with `tls` for a proxy, and what
 * an attack needs, separated by commas: tokens, or a cursor. Runs at the lowest priority, so
 * that it takes only the CPU time that the gateway and other clients leave, and from an address of its own, so that the
 * gateway can tell them apart. Prints how much it sent.
 */
const [, , name = '', port = '', milliseconds = '', protocol = '', secrets = ''] = process.argv;
const SECRETS = secrets.split(',');
/** An attacker does not care for the certificate. */
const TLS = protocol === 'tls' ? { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] } : null;
/** The others are at 127.0.0.1. */
const localAddress = '127.0.0.2';
const endsAt = performance.now() + Number(milliseconds);
const isOver = (): boolean => performance.now() >= endsAt;
/** Bytes that an attack keeps in the buffer of each connection. */
const IN_FLIGHT = 262_144;

let sent = 0;
let refused = 0;

/** @param from the address that it comes from. */
async function openConnection(from = localAddress): Promise<Socket | null> {
  const address = { port: Number(port), host: '127.0.0.1', localAddress: from };
  const socket = TLS ? connectTls({ ...address, ...TLS }) : connect(address);
  const opened = once(socket, TLS ? 'secureConnect' : 'connect').then(
    () => true,
    () => false,
  );
  socket.on('error', () => {});
  return (await opened) ? socket : null;
}

/** Opens a socket and completes the handshake of the protocol. Null if it is refused. */
async function openSocket(token?: string, from = localAddress): Promise<WebSocket | null> {
  const url = `${TLS ? 'wss' : 'ws'}://127.0.0.1:${port}/graphql`;
  const socket = new WebSocket(url, 'graphql-transport-ws', {
    localAddress: from,
    rejectUnauthorized: false,
  });
  socket.on('error', () => {});
  if (!(await isFirst(socket, 'open'))) return null;
  const payload = token ? { payload: { authorization: `Bearer ${token}` } } : {};
  socket.send(JSON.stringify({ type: 'connection_init', ...payload }));
  return (await isFirst(socket, 'message')) ? socket : null;
}

/** Whether an event happens before the socket closes. */
const isFirst = (socket: WebSocket, event: 'open' | 'message'): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once(event, () => resolve(true)).once('close', () => resolve(false));
  });

/** Sends messages as fast as the socket takes them, and connects again when it is closed. */
async function floodSocket(send: (socket: WebSocket) => void, { reads }: { reads: boolean }): Promise<void> {
  while (!isOver()) {
    const socket = await openSocket();
    if (!socket) {
      refused += 1;
      await turn();
      continue;
    }
    if (!reads) socket.pause();
    while (!isOver() && socket.readyState === WebSocket.OPEN) {
      if (socket.bufferedAmount < IN_FLIGHT)
        for (let count = 0; count < 20; count += 1) {
          send(socket);
          sent += 1;
        }
      await turn();
    }
    socket.terminate();
  }
}

/** Sends requests over one connection without waiting for, or reading, their responses. */
async function floodConnection(request: string): Promise<void> {
  const batch = request.repeat(20);
  while (!isOver()) {
    const socket = await openConnection();
    if (!socket) {
      refused += 1;
      await turn();
      continue;
    }
    socket.pause();
    while (!isOver() && !socket.destroyed && socket.writable) {
      if (socket.writableLength < IN_FLIGHT) {
        socket.write(batch);
        sent += 20;
      }
      await turn();
    }
    socket.destroy();
  }
}

/** Sends all but the last byte of a body, over and over. */
async function beginBody(from?: string): Promise<void> {
  while (!isOver()) {
    const socket = await openConnection(from);
    socket?.write(requestOf(`"${'x'.repeat(99_000)}"`).slice(0, -1));
    sent += 1;
    if (socket) await once(socket, 'close').catch(() => {});
    else await turn();
  }
}

/** Opens a connection and closes it, over and over. */
async function reconnect(from?: string): Promise<void> {
  while (!isOver()) {
    (await openConnection(from))?.destroy();
    sent += 1;
  }
}

/** Opens a socket and sends all but the end of its first message, over and over. */
async function beginMessage(): Promise<void> {
  const begun = frame(TEXT, ' '.repeat(99_000)).subarray(0, -1000);
  while (!isOver()) {
    const socket = await openConnection();
    sent += 1;
    if (!socket) {
      await turn();
      continue;
    }
    socket.write(HANDSHAKE);
    socket.write(begun);
    socket.resume();
    await once(socket, 'close').catch(() => {});
  }
}

/** Sends the same bytes over a connection or an open socket as fast as it takes them, and connects again when it closes. */
async function pour(open: () => Promise<Socket | null>, bytes: Buffer): Promise<void> {
  while (!isOver()) {
    const socket = await open();
    if (!socket) {
      refused += 1;
      await turn();
      continue;
    }
    socket.resume();
    while (!isOver() && !socket.destroyed && socket.writable) {
      if (socket.writableLength < IN_FLIGHT) {
        socket.write(bytes);
        sent += 1;
      }
      await turn();
    }
    socket.destroy();
  }
}

/** A connection that has sent the beginning of something. */
async function openWith(start: string | Buffer): Promise<Socket | null> {
  const socket = await openConnection();
  socket?.write(start);
  return socket;
}

/** The handshake of a socket and its first message. */
const HANDSHAKE = `GET /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n`;

const INIT = frame(TEXT, '{"type":"connection_init"}');

/** Frames, and what is none. Source: RFC 6455 5.2. */
const FRAMES: readonly Buffer[] = [
  // Each of many pings takes a turn of the gateway, so that what comes behind them waits.
  Buffer.concat(Array.from({ length: 5000 }, () => frame(PING))),
  frame(TEXT, '{"type":"ping"}'),
  frame(TEXT, '{"id":"a","type":"subscribe","payload":{"query":"{ __typename }"}}'),
  frame(TEXT, 'x'.repeat(60_000)),
  frame(0x01, '{"type":'),
  frame(0x80, '"ping"}'),
  frame(CLOSE),
  // Not UTF-8, reserved bits, no such opcode, a control frame in parts, a long control frame, no mask, a wrong close code.
  Buffer.concat([frame(TEXT, 'ab').subarray(0, -2), Buffer.of(0xff, 0xff)]),
  frame(0xf1, 'x'),
  frame(0x83, 'x'),
  frame(0x09, 'x'),
  frame(PING, 'x'.repeat(200)),
  Buffer.of(0x81, 0x01, 0x78),
  frame(CLOSE, '\0\0'),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
];

/** Opens sockets, sends frames in pieces and leaves, each at random, over and over. */
async function sendRandomFrames(seed: number): Promise<void> {
  const random = new Random(seed);
  const turns = async (most: number): Promise<void> => {
    for (let left = random.between(0, most); left >= 1; left -= 1) await turn();
  };
  while (!isOver()) {
    const socket = await openWith(HANDSHAKE);
    if (!socket) {
      refused += 1;
      await turn();
      continue;
    }
    socket.resume();
    await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
    socket.write(INIT);
    for (let count = random.between(1, 12); count >= 1 && socket.writable; count -= 1) {
      const sentNow = random.one(FRAMES);
      const cut = Math.floor(random.between(0, sentNow.length));
      socket.write(sentNow.subarray(0, cut));
      await turns(3);
      socket.write(sentNow.subarray(cut));
      await turns(20);
      sent += 1;
    }
    const leave = random.one<'destroy' | 'end' | 'resetAndDestroy'>(
      TLS ? ['destroy', 'end'] : ['destroy', 'end', 'resetAndDestroy'],
    );
    socket[leave]();
  }
}

/** Opens connections, then sends a read's worth of requests over all of them at the same moment, over and over. */
async function burst(request: string): Promise<void> {
  const batch = request.repeat(Math.floor(65_536 / request.length));
  while (!isOver()) {
    const sockets: Socket[] = [];
    while (sockets.length < 1000 && !isOver()) {
      const socket = await openConnection();
      if (socket) sockets.push(socket);
      else refused += 1;
    }
    for (const socket of sockets) {
      socket.write(batch);
      sent += 1;
    }
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close').catch(() => {})));
  }
}

/** Sends one request after the other over one connection, and reads the responses. */
async function post(
  bodyOf: (number: number) => object,
  options: { tokenOf?: () => string; headers?: string; every?: number } = {},
): Promise<void> {
  const { tokenOf, headers = '', every = 0 } = options;
  while (!isOver()) {
    const socket = await openConnection();
    if (!socket) {
      refused += 1;
      continue;
    }
    while (!isOver() && !socket.destroyed) {
      const authorization = tokenOf ? `authorization: Bearer ${tokenOf()}\r\n` : '';
      socket.write(requestOf(JSON.stringify(bodyOf(sent)), authorization + headers));
      sent += 1;
      await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
      if (every > 0) await new Promise((resolve) => setTimeout(resolve, every));
    }
    socket.destroy();
  }
}

const requestOf = (body: string, headers = ''): string =>
  `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Selects a field thirty times. */
const thirty = (field: string): string =>
  `{ ${Array.from({ length: 30 }, (_, number) => `a${number}: ${field}`).join(' ')} }`;

/** Opens an event stream, waits for its beginning and leaves, over and over. */
async function openStreams(): Promise<void> {
  const request = `GET /graphql?query=${encodeURIComponent(SUBSCRIBE)} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nauthorization: Bearer ${STUDENT}\r\n\r\n`;
  while (!isOver()) {
    const socket = await openWith(request);
    sent += 1;
    if (socket) await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
    socket?.destroy();
  }
}

/** Keeps a hundred subscriptions open over one socket, with a long document and values that it does not declare. */
async function keepSubscriptions(): Promise<void> {
  while (!isOver()) {
    const socket = await openSocket(STUDENT);
    if (!socket) {
      refused += 1;
      continue;
    }
    for (let number = 0; number < 100 && socket.readyState === WebSocket.OPEN; number += 1) {
      const query = `${STREAM}\n${'#'.repeat(45_000)}`;
      const variables = { undeclared: 'x'.repeat(45_000) };
      socket.send(JSON.stringify({ id: String(number), type: 'subscribe', payload: { query, variables } }));
      sent += 1;
      await turn();
    }
    if (socket.readyState === WebSocket.OPEN) await once(socket, 'close');
  }
}

const times = (count: number, run: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, run));

const PING_MESSAGE = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1000) } });
const SUBSCRIBE = 'subscription { notificationReceived { cursor } }';
const STREAM = 'subscription { notificationReceived { cursor notification { id text } } }';
const STUDENT = 'demo-student-token';
const cycle = (levels: number): string =>
  `{ courses(first: 40) { nodes { ${'questions { course { '.repeat(levels)}id${' } }'.repeat(levels)} } } }`;
let id = 0;
const operation = (query: string): string =>
  JSON.stringify({ id: String(id++), type: 'subscribe', payload: { query } });

/** What must not affect other clients, by name. */
export const ATTACKS: Readonly<Record<string, () => Promise<unknown>>> = {
  'cyclic documents': () =>
    times(8, () => post((number) => ({ query: cycle(1 + (number % 5)) }), { tokenOf: () => STUDENT })),
  'unread pings over one socket': () => floodSocket((socket) => socket.send(PING_MESSAGE), { reads: false }),
  'unread pings over 90 sockets': () =>
    times(90, () => floodSocket((socket) => socket.send(PING_MESSAGE), { reads: false })),
  'operations over one socket': () =>
    floodSocket((socket) => socket.send(operation(SUBSCRIBE)), { reads: true }),
  'operations over 90 sockets': () =>
    times(90, () => floodSocket((socket) => socket.send(operation(SUBSCRIBE)), { reads: true })),
  'small pings over 90 sockets': () =>
    times(90, () => floodSocket((socket) => socket.send('{"type":"ping"}'), { reads: true })),
  'conditional selections': () =>
    times(8, () =>
      post((number) => ({
        query: conditional(Math.floor(number / 32)),
        variables: flagsOf(number),
      })),
    ),
  'documents of comments': () =>
    times(8, () => post((number) => ({ query: `{ __typename }\n#${number}\n${'#\n'.repeat(4000)}` }))),
  'made-up tokens': () =>
    times(32, () =>
      floodConnection(
        requestOf(
          JSON.stringify({
            query: 'mutation { sendNotification(input: { receiverId: "u-ana", text: "x" }) { streamed } }',
          }),
          'authorization: Bearer made-up\r\n',
        ),
      ),
    ),
  'self fan-out': async () => {
    const sockets = await Promise.all(Array.from({ length: 90 }, () => openSocket(STUDENT)));
    for (const socket of sockets)
      for (let number = 0; number < 100; number += 1) socket?.send(operation(STREAM));
    while (!isOver()) {
      const body = {
        query:
          'mutation { sendNotification(input: { receiverId: "u-ana", text: "To myself" }) { streamed } }',
      };
      const socket = await openConnection();
      socket?.write(requestOf(JSON.stringify(body), `authorization: Bearer ${STUDENT}\r\n`));
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket?.destroy();
    }
  },
  'aliased sign-ins': () => {
    const query = `mutation ${thirty('refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } }')}`;
    return times(16, () => post(() => ({ query })));
  },
  'idle connections': async () => {
    const sockets: Socket[] = [];
    while (!isOver()) {
      const socket = await openConnection();
      if (!socket) continue;
      socket.write('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
      sockets.push(socket);
      sent += 1;
    }
    refused = sockets.filter(({ destroyed }) => destroyed).length;
  },
  'unread pipelined health checks': () =>
    times(90, () => floodConnection('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')),
  'unread pipelined operations': () =>
    times(90, () => floodConnection(requestOf('{"query":"{ __typename }"}'))),
  'bodies that never end': () => times(4000, () => beginBody()),
  'bodies of 40 addresses': () =>
    Promise.all(Array.from({ length: 4000 }, (_, number) => beginBody(`127.0.1.${number % 40}`))),
  reconnections: () => times(16, () => reconnect()),
  'reconnections of 40 addresses': () =>
    Promise.all(Array.from({ length: 160 }, (_, number) => reconnect(`127.0.1.${number % 40}`))),
  'compressed responses': () =>
    times(90, () =>
      post((number) => ({ query: `{ a${number}${'a'.repeat(90_000)}: __typename }` }), {
        headers: 'accept-encoding: br\r\n',
      }),
    ),
  // Responses are as long as their alias.
  'unread large responses': () => {
    const request = requestOf(`{"query":"{ ${'a'.repeat(90_000)}: __typename }"}`);
    return times(1000, async () => {
      while (!isOver()) {
        const socket = await openConnection();
        if (!socket) continue;
        socket.pause();
        while (!isOver() && !socket.destroyed && socket.writable) {
          if (socket.writableLength < IN_FLIGHT) {
            socket.write(request);
            sent += 1;
          }
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        socket.destroy();
      }
    });
  },
  'first messages that never end': () => times(4000, beginMessage),
  'bursts over idle connections': () => burst('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'),
  'requests over 2000 connections': () => times(2000, () => post(() => ({ query: '{ __typename }' }))),
  'bodies of tiny chunks': () =>
    times(90, async () => {
      const head =
        'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
      await pour(() => openWith(head), Buffer.from('1\r\nx\r\n'.repeat(10_000)));
    }),
  'endless bodies after a response': () => {
    const head = 'GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000000000000\r\n\r\n';
    return times(90, () => pour(() => openWith(head), Buffer.alloc(60_000, 0x20)));
  },
  'endless malformed requests': () => times(90, () => pour(openConnection, Buffer.alloc(60_000, 0x20))),
  'unread expectations': () =>
    times(90, () => floodConnection('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\nexpect: x\r\n\r\n')),
  'event streams after made-up cursors': () =>
    times(90, () =>
      floodConnection(
        `GET /graphql?query=${encodeURIComponent(SUBSCRIBE)} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nlast-event-id: ${'A'.repeat(8000)}\r\nauthorization: Bearer ${STUDENT}\r\n\r\n`,
      ),
    ),
  'plugin calls': () =>
    times(90, () =>
      floodConnection(
        `POST /plugin/ato/requests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nauthorization: Basic eDp4\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
      ),
    ),
  'empty parts of messages': () =>
    times(90, () =>
      pour(
        () => openWith(Buffer.concat([Buffer.from(HANDSHAKE), INIT, frame(0x01, 'x')])),
        Buffer.concat(Array.from({ length: 10_000 }, () => frame(0x00))),
      ),
    ),
  'nested pings': () => {
    const ping = frame(TEXT, `{"type":"ping","payload":${'['.repeat(6500)}${']'.repeat(6500)}}`);
    return times(90, () => pour(() => openWith(HANDSHAKE), ping));
  },
  'random frames': () => Promise.all(Array.from({ length: 90 }, (_, seed) => sendRandomFrames(seed))),
  'large notifications': () => {
    const send = 'sendNotification(input: { receiverId: "u-ana", text: $text, persist: false }) { streamed }';
    const query = `mutation ($text: String!) ${thirty(send)}`;
    return times(8, () =>
      post((number) => ({ query, variables: { text: 'x'.repeat(number % 2 ? 95_000 : 16_384) } }), {
        tokenOf: () => STUDENT,
      }),
    );
  },
  'long searches': () => {
    const query = `query ($term: String!) ${thirty('searchUsers(term: $term, first: 5) { edges { cursor } }')}`;
    return times(8, () =>
      post(
        (number) => ({ query, variables: { term: `${number}`.padEnd(number % 2 ? 96_000 : 1024, 'x') } }),
        {
          tokenOf: () => STUDENT,
        },
      ),
    );
  },
  'long documents of subscriptions': () => times(90, keepSubscriptions),
  'control characters': () => {
    const note = 'createNote(input: { text: $text, courseId: "c-first-aid" }) { note { text } }';
    return times(8, () =>
      post(
        (number) =>
          number % 20 === 0
            ? { query: `mutation ($text: String!) { ${note} }`, variables: { text: '\u0001'.repeat(15_000) } }
            : { query: thirty('notes { nodes { text } }') },
        { tokenOf: () => STUDENT },
      ),
    );
  },
  'streams that open': () => times(200, openStreams),
  'sign-outs': () =>
    times(16, () =>
      post(() => ({ query: `mutation ${thirty('signOut { extra }')}` }), {
        tokenOf: () => `${sent}-made-up`,
      }),
    ),
  'forged cursors': () =>
    times(16, () =>
      post(
        (number) => ({
          query: thirty(`courses(first: 40, after: "${number}-${'A'.repeat(200)}") { nodes { id } }`),
        }),
        {
          tokenOf: () => STUDENT,
        },
      ),
    ),
  'malformed requests behind others': () =>
    times(90, () =>
      floodConnection(
        'GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nCONNECT x HTTP/1.1\r\nhost: x\r\n\r\n\0',
      ),
    ),
  'anonymous documents': () =>
    times(16, () => post((number) => ({ query: `{ a${number}${'a'.repeat(7000)}: __typename }` }))),
  'made-up long credentials': () =>
    times(16, () =>
      post(() => ({ query: '{ __typename }' }), { tokenOf: () => `${sent}-${'x'.repeat(1000)}` }),
    ),
};

/** What a stranger does to signed-in users of the same gateway. */
const STRANGERS: typeof ATTACKS = {
  'made-up tokens over 200 connections': () =>
    times(200, () => post(() => ({ query: '{ me { id } }' }), { tokenOf: () => `${sent}-made-up` })),
  'made-up tokens, 20 a second': () =>
    post(() => ({ query: '{ me { id } }' }), { tokenOf: () => `${sent}-made-up`, every: 50 }),
};

const secret = (number: number): string => SECRETS[number % SECRETS.length] ?? '';
const COURSE = 'c-first-aid';

/** What takes much of one resource of a caller, by name. */
export const ROWS: typeof ATTACKS = {
  'small documents of many errors': () => {
    const failing = Array.from({ length: 28 }, (_, number) => `f${number}: locked(studentId: "")`).join(' ');
    const query = `{ course(id: "${COURSE}") { levels { lessons { ${failing} } } } }`;
    return times(4, () => post(() => ({ query }), { tokenOf: () => STUDENT }));
  },
  'idle sockets of four addresses': async () => {
    const addresses = [1, 2, 3, 4].map((number) => `127.0.1.${number}`);
    await Promise.all(
      addresses.flatMap((from) =>
        Array.from({ length: 400 }, async () => {
          sent += 1;
          if (!(await openSocket(undefined, from))) refused += 1;
        }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, endsAt - performance.now())));
  },
  'made-up tokens of 200 connections': () =>
    times(200, () => post(() => ({ query: '{ me { id } }' }), { tokenOf: () => `${sent}-made-up` })),
  'refused notifications': () => {
    const send = 'sendNotification(input: { receiverId: "nobody", text: "x" }) { streamed }';
    return times(8, () => post(() => ({ query: `mutation ${thirty(send)}` }), { tokenOf: () => STUDENT }));
  },
  'input that fails or hangs, of three sign-ins of one user': () => {
    const courses = (kind: string, from: number): string =>
      `{ ${Array.from({ length: 30 }, (_, number) => `c${number}: course(id: "${kind}-${from}-${number}") { id }`).join(' ')} }`;
    return times(12, () =>
      post((number) => ({ query: courses(number % 2 ? 'failing' : 'hanging', number) }), {
        tokenOf: () => secret(sent),
      }),
    );
  },
  'replays of four megabytes': () => {
    const query = `/graphql?query=${encodeURIComponent(SUBSCRIBE)}`;
    const request = `GET ${query} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\nlast-event-id: ${secret(0)}\r\nauthorization: Bearer ${STUDENT}\r\n\r\n`;
    return times(16, async () => {
      while (!isOver()) {
        const socket = await openWith(request);
        sent += 1;
        if (!socket) continue;
        let received = 0;
        socket.on('data', ({ length }) => {
          received += length;
          // More than a refusal or the beginning of a stream.
          if (received > 20_000) socket.destroy();
        });
        await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 300))]);
        socket.destroy();
      }
    });
  },
  'streamed writes': () => {
    const send =
      'sendNotification(input: { receiverId: "u-ana", text: "slow", persist: false }) { streamed }';
    return times(30, () => post(() => ({ query: `mutation ${thirty(send)}` }), { tokenOf: () => STUDENT }));
  },
  'made-up trace contexts': () =>
    times(16, () =>
      post(() => ({ query: '{ __typename }' }), {
        headers: `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01\r\n`,
      }),
    ),
  'operations over the rate': () =>
    times(50, () => post(() => ({ query: '{ __typename }' }), { tokenOf: () => STUDENT })),
  'sockets closed for their messages': () =>
    times(50, async () => {
      while (!isOver()) {
        const socket = await openSocket();
        sent += 1;
        if (!socket) {
          await turn();
          continue;
        }
        socket.send('x'.repeat(50_000));
        await once(socket, 'close');
      }
    }),
  'distinct accept headers': () => {
    const send = (number: number) =>
      post(() => ({ query: '{ __typename }' }), { headers: `accept: application/json;q=0.${number}\r\n` });
    return Promise.all(Array.from({ length: 100 }, (_, number) => send(number + 1)));
  },
};

if (import.meta.main) {
  /** The lowest priority. */
  setPriority(19);
  // Connections that wait for the gateway end with the attack.
  await Promise.race([
    { ...ATTACKS, ...STRANGERS, ...ROWS }[name]?.(),
    new Promise((resolve) => setTimeout(resolve, Number(milliseconds))),
  ]);
  process.stdout.write(JSON.stringify({ sent, refused }), () => process.exit());
}
