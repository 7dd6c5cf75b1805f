import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { pause } from './fleet-form.ts';
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

/** Opens something and uses it, over and over. */
async function repeat<Opened>(
  open: () => Promise<Opened | null>,
  use: (opened: Opened) => unknown,
): Promise<void> {
  while (!isOver()) {
    const opened = await open();
    if (opened) await use(opened);
    else {
      refused += 1;
      await turn();
    }
  }
}

/** Sends messages as fast as a socket takes them, and connects again when it is closed. */
const floodSocket = (send: (socket: WebSocket) => void, { reads }: { reads: boolean }): Promise<void> =>
  repeat(openSocket, async (socket) => {
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
  });

/** Sends the same bytes over a connection or an open socket as fast as it takes them, and connects again when it closes. */
const pour = (
  open: () => Promise<Socket | null>,
  bytes: Buffer | string,
  { reads = true, wait = turn }: { reads?: boolean; wait?: () => Promise<unknown> } = {},
): Promise<void> =>
  repeat(open, async (socket) => {
    if (reads) socket.resume();
    else socket.pause();
    while (!isOver() && !socket.destroyed && socket.writable) {
      if (socket.writableLength < IN_FLIGHT) {
        socket.write(bytes);
        sent += 1;
      }
      await wait();
    }
    socket.destroy();
  });

/** Sends requests over many connections without waiting for, or reading, their responses. */
const floodConnections = (request: string): Promise<unknown> =>
  times(90, () => pour(openConnection, request.repeat(20), { reads: false }));

/** Resolves when a socket has received something, or has closed. */
const receives = (socket: Socket): Promise<unknown> =>
  Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});

const closes = (socket: Socket | WebSocket): Promise<unknown> => once(socket, 'close').catch(() => {});

/** Sends all but the last byte of a body, over and over. */
const beginBody = (from?: string): Promise<void> =>
  repeat(() => openWith(requestOf(`"${'x'.repeat(99_000)}"`).slice(0, -1), from), closes);

/** Opens a connection and closes it, over and over. */
const reconnect = (from?: string): Promise<void> =>
  repeat(
    () => openConnection(from),
    (socket) => {
      sent += 1;
      socket.destroy();
    },
  );

/** A connection that has sent the beginning of something. */
async function openWith(start: string | Buffer, from?: string): Promise<Socket | null> {
  const socket = await openConnection(from);
  sent += 1;
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
  await repeat(
    () => openWith(HANDSHAKE),
    async (socket) => {
      socket.resume();
      await receives(socket);
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
    },
  );
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

/** Sends one request after the other over each of some connections, and reads the responses. */
const post = (
  connections: number,
  bodyOf: (number: number) => object,
  options: { tokenOf?: () => string; headers?: string; every?: number } = {},
): Promise<unknown> => {
  const { tokenOf, headers = '', every = 0 } = options;
  return times(connections, () =>
    repeat(openConnection, async (socket) => {
      while (!isOver() && !socket.destroyed) {
        const authorization = tokenOf ? `authorization: Bearer ${tokenOf()}\r\n` : '';
        socket.write(requestOf(JSON.stringify(bodyOf(sent)), authorization + headers));
        sent += 1;
        await receives(socket);
        if (every > 0) await pause(every);
      }
      socket.destroy();
    }),
  );
};

/** The same as a student. */
const postAsStudent = (connections: number, bodyOf: (number: number) => object): Promise<unknown> =>
  post(connections, bodyOf, { tokenOf: () => STUDENT });

const requestOf = (body: string, headers = ''): string =>
  `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;

/** An event stream of a student, if it has a cursor after it. */
const streamRequest = (after?: string): string =>
  get(
    `/graphql?query=${encodeURIComponent(SUBSCRIBE)}`,
    `accept: text/event-stream\r\n${after ? `last-event-id: ${after}\r\n` : ''}authorization: Bearer ${STUDENT}\r\n`,
  );

/** Selects a field thirty times. */
const thirty = (field: string): string =>
  `{ ${Array.from({ length: 30 }, (_, number) => `a${number}: ${field}`).join(' ')} }`;

/** Keeps a hundred subscriptions open over one socket, with a long document and values that it does not declare. */
const keepSubscriptions = (): Promise<void> =>
  repeat(
    () => openSocket(STUDENT),
    async (socket) => {
      for (let number = 0; number < 100 && socket.readyState === WebSocket.OPEN; number += 1) {
        const query = `${STREAM}\n${'#'.repeat(45_000)}`;
        const variables = { undeclared: 'x'.repeat(45_000) };
        socket.send(JSON.stringify({ id: String(number), type: 'subscribe', payload: { query, variables } }));
        sent += 1;
        await turn();
      }
      if (socket.readyState === WebSocket.OPEN) await closes(socket);
    },
  );

const times = (count: number, run: (number: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, number) => run(number)));

const PING_MESSAGE = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1000) } });
const SUBSCRIBE = 'subscription { notificationReceived { cursor } }';
const STREAM = 'subscription { notificationReceived { cursor notification { id text } } }';
const STUDENT = 'demo-student-token';
const cycle = (levels: number): string =>
  `{ courses(first: 40) { nodes { ${'questions { course { '.repeat(levels)}id${' } }'.repeat(levels)} } } }`;
let id = 0;
const operation = (query: string): string =>
  JSON.stringify({ id: String(id++), type: 'subscribe', payload: { query } });

/** Variables of {@link conditional}. */
const FLAGS = ['a', 'b', 'c', 'd', 'e'];
const FIELDS = 'id name description media isAssessment public';

/** 900 selections, and five variables that decide what is selected: 32 plans. */
const conditional = (number: number): string =>
  `query (${FLAGS.map((flag) => `$${flag}: Boolean!`).join(' ')}) { course(id: "c-first-aid") {
    ${FLAGS.map((flag) => `... @include(if: $${flag}) { ${flag}${number}: id }`).join(' ')}
    ${Array.from({ length: 20 }, (_, index) => `f${index}: levels { lessons { ...F } }`).join(' ')}
  } } fragment F on Lesson { ${FIELDS} childLessons { ${FIELDS} childLessons { ${FIELDS} childLessons { ${FIELDS} ${FIELDS} } } } }`;

/** Values of the flags: all combinations, by number. */
const flagsOf = (number: number): Record<string, boolean> =>
  Object.fromEntries(FLAGS.map((flag, index) => [flag, ((number >> index) & 1) === 1]));

const MADE_UP = { tokenOf: () => `${sent}-made-up` };
const COURSE = 'c-first-aid';
const HEALTH = get('/health/live');
const sendTo = (receiver: string, text: string, more = ''): string =>
  `sendNotification(input: { receiverId: "${receiver}", text: ${text}${more} }) { streamed }`;

/** What must not affect other clients, by name. */
export const ATTACKS: Readonly<Record<string, () => Promise<unknown>>> = {
  'cyclic documents': () => postAsStudent(8, (number) => ({ query: cycle(1 + (number % 5)) })),
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
    post(8, (number) => ({ query: conditional(Math.floor(number / 32)), variables: flagsOf(number) })),
  'documents of comments': () =>
    post(8, (number) => ({ query: `{ __typename }\n#${number}\n${'#\n'.repeat(4000)}` })),
  'made-up tokens': () => {
    const query = `mutation { ${sendTo('u-ana', '"x"')} }`;
    const request = requestOf(JSON.stringify({ query }), 'authorization: Bearer made-up\r\n').repeat(20);
    return times(32, () => pour(openConnection, request, { reads: false }));
  },
  'self fan-out': async () => {
    const sockets = await Promise.all(Array.from({ length: 90 }, () => openSocket(STUDENT)));
    for (const socket of sockets)
      for (let number = 0; number < 100; number += 1) socket?.send(operation(STREAM));
    await post(1, () => ({ query: `mutation { ${sendTo('u-ana', '"To myself"')} }` }), {
      tokenOf: () => STUDENT,
      every: 50,
    });
  },
  'aliased sign-ins': () => {
    const query = `mutation ${thirty('refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } }')}`;
    return post(16, () => ({ query }));
  },
  'idle connections': async () => {
    const sockets: Socket[] = [];
    await repeat(
      () => openWith(HEALTH),
      (socket) => sockets.push(socket),
    );
    refused = sockets.filter(({ destroyed }) => destroyed).length;
  },
  'unread pipelined health checks': () => floodConnections(HEALTH),
  'unread pipelined operations': () => floodConnections(requestOf('{"query":"{ __typename }"}')),
  'bodies that never end': () => times(4000, () => beginBody()),
  'bodies of 40 addresses': () => times(4000, (number) => beginBody(`127.0.1.${number % 40}`)),
  reconnections: () => times(16, () => reconnect()),
  'reconnections of 40 addresses': () => times(160, (number) => reconnect(`127.0.1.${number % 40}`)),
  'compressed responses': () =>
    post(90, (number) => ({ query: `{ a${number}${'a'.repeat(90_000)}: __typename }` }), {
      headers: 'accept-encoding: br\r\n',
    }),
  // Responses are as long as their alias.
  'unread large responses': () => {
    const request = requestOf(`{"query":"{ ${'a'.repeat(90_000)}: __typename }"}`);
    return times(1000, () => pour(openConnection, request, { reads: false, wait: () => pause(100) }));
  },
  'first messages that never end': () => {
    const begun = frame(TEXT, ' '.repeat(99_000)).subarray(0, -1000);
    return times(4000, () =>
      repeat(
        () => openWith(Buffer.concat([Buffer.from(HANDSHAKE), begun])),
        (socket) => closes(socket.resume()),
      ),
    );
  },
  'bursts over idle connections': () => burst(HEALTH),
  'requests over 2000 connections': () => post(2000, () => ({ query: '{ __typename }' })),
  'bodies of tiny chunks': () => {
    const head =
      'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    return times(90, () => pour(() => openWith(head), '1\r\nx\r\n'.repeat(10_000)));
  },
  'endless bodies after a response': () => {
    const head = get('/health/live', 'content-length: 1000000000000\r\n');
    return times(90, () => pour(() => openWith(head), Buffer.alloc(60_000, 0x20)));
  },
  'endless malformed requests': () => times(90, () => pour(openConnection, Buffer.alloc(60_000, 0x20))),
  'unread expectations': () => floodConnections(get('/health/live', 'expect: x\r\n')),
  'event streams after made-up cursors': () => floodConnections(streamRequest('A'.repeat(8000))),
  'plugin calls': () =>
    floodConnections(
      `POST /plugin/ato/requests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nauthorization: Basic eDp4\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
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
  'random frames': () => times(90, sendRandomFrames),
  'large notifications': () => {
    const query = `mutation ($text: String!) ${thirty(sendTo('u-ana', '$text', ', persist: false'))}`;
    return postAsStudent(8, (number) => ({
      query,
      variables: { text: 'x'.repeat(number % 2 ? 95_000 : 16_384) },
    }));
  },
  'long searches': () => {
    const query = `query ($term: String!) ${thirty('searchUsers(term: $term, first: 5) { edges { cursor } }')}`;
    return postAsStudent(8, (number) => ({
      query,
      variables: { term: `${number}`.padEnd(number % 2 ? 96_000 : 1024, 'x') },
    }));
  },
  'long documents of subscriptions': () => times(90, keepSubscriptions),
  'control characters': () => {
    const note = `createNote(input: { text: $text, courseId: "${COURSE}" }) { note { text } }`;
    return postAsStudent(8, (number) =>
      number % 20 === 0
        ? { query: `mutation ($text: String!) { ${note} }`, variables: { text: '\u0001'.repeat(15_000) } }
        : { query: thirty('notes { nodes { text } }') },
    );
  },
  'streams that open': () =>
    times(200, () =>
      repeat(
        () => openWith(streamRequest()),
        async (socket) => {
          await receives(socket);
          socket.destroy();
        },
      ),
    ),
  'sign-outs': () => post(16, () => ({ query: `mutation ${thirty('signOut { extra }')}` }), MADE_UP),
  'forged cursors': () =>
    postAsStudent(16, (number) => ({
      query: thirty(`courses(first: 40, after: "${number}-${'A'.repeat(200)}") { nodes { id } }`),
    })),
  'malformed requests behind others': () =>
    floodConnections(`${HEALTH}CONNECT x HTTP/1.1\r\nhost: x\r\n\r\n\0`),
  'anonymous documents': () =>
    post(16, (number) => ({ query: `{ a${number}${'a'.repeat(7000)}: __typename }` })),
  'made-up long credentials': () =>
    post(16, () => ({ query: '{ __typename }' }), { tokenOf: () => `${sent}-${'x'.repeat(1000)}` }),
};

/** What a stranger does to signed-in users of the same gateway. */
const STRANGERS: typeof ATTACKS = {
  'made-up tokens, 20 a second': () => post(1, () => ({ query: '{ me { id } }' }), { ...MADE_UP, every: 50 }),
};

const secret = (number: number): string => SECRETS[number % SECRETS.length] ?? '';

/** What takes much of one resource of a caller, by name. */
export const ROWS: typeof ATTACKS = {
  'small documents of many errors': () => {
    const failing = Array.from({ length: 28 }, (_, number) => `f${number}: locked(studentId: "")`).join(' ');
    const query = `{ course(id: "${COURSE}") { levels { lessons { ${failing} } } } }`;
    return postAsStudent(4, () => ({ query }));
  },
  'idle sockets of four addresses': async () => {
    await times(1600, async (number) => {
      sent += 1;
      if (!(await openSocket(undefined, `127.0.1.${1 + (number % 4)}`))) refused += 1;
    });
    await pause(Math.max(0, endsAt - performance.now()));
  },
  'made-up tokens of 200 connections': () => post(200, () => ({ query: '{ me { id } }' }), MADE_UP),
  'refused notifications': () =>
    postAsStudent(8, () => ({ query: `mutation ${thirty(sendTo('nobody', '"x"'))}` })),
  'input that fails or hangs, of three sign-ins of one user': () => {
    const courses = (kind: string, from: number): string =>
      `{ ${Array.from({ length: 30 }, (_, number) => `c${number}: course(id: "${kind}-${from}-${number}") { id }`).join(' ')} }`;
    return post(12, (number) => ({ query: courses(number % 2 ? 'failing' : 'hanging', number) }), {
      tokenOf: () => secret(sent),
    });
  },
  'replays of four megabytes': () =>
    times(16, () =>
      repeat(
        () => openWith(streamRequest(secret(0))),
        async (socket) => {
          let received = 0;
          socket.on('data', ({ length }) => {
            received += length;
            // More than a refusal or the beginning of a stream.
            if (received > 20_000) socket.destroy();
          });
          await Promise.race([closes(socket), pause(300)]);
          socket.destroy();
        },
      ),
    ),
  'streamed writes': () =>
    postAsStudent(30, () => ({ query: `mutation ${thirty(sendTo('u-ana', '"slow"', ', persist: false'))}` })),
  'made-up trace contexts': () =>
    post(16, () => ({ query: '{ __typename }' }), {
      headers: `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01\r\n`,
    }),
  'operations over the rate': () => postAsStudent(50, () => ({ query: '{ __typename }' })),
  'sockets closed for their messages': () =>
    times(50, () =>
      repeat(openSocket, (socket) => {
        sent += 1;
        socket.send('x'.repeat(50_000));
        return closes(socket);
      }),
    ),
  'distinct accept headers': () =>
    times(100, (number) =>
      post(1, () => ({ query: '{ __typename }' }), {
        headers: `accept: application/json;q=0.${number + 1}\r\n`,
      }),
    ),
};

if (import.meta.main) {
  /** The lowest priority. */
  setPriority(19);
  // Connections that wait for the gateway end with the attack.
  await Promise.race([{ ...ATTACKS, ...STRANGERS, ...ROWS }[name]?.(), pause(Number(milliseconds))]);
  process.stdout.write(JSON.stringify({ sent, refused }), () => process.exit());
}
