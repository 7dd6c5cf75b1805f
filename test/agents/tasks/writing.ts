import { deepEqual, equal, ok } from 'node:assert/strict';
import { until } from '../../support/until.ts';
import { CHILD, exported, STUDENT, type Task, type World } from '../world.ts';

/** How long a solution may take to send or to show something after a failure, in milliseconds. */
const SOON = { within: 20_000 };

/** The texts of the notes that the student wrote in the class, oldest first. */
async function textsOfNotes({ gateway }: World): Promise<string[]> {
  const { data } = await gateway.student(
    '{ notes(filter: { classId: "g-first-aid-spring" }) { nodes { text } } }',
  );
  return data.notes.nodes.map(({ text }: { text: string }) => text);
}

const errorForm: Task = {
  name: 'error-form',
  text: `A form for a new note. Export \`submitNote(access, { classId, text })\`. If the note was written, it resolves to \`{ noteId }\`. If it was
refused, it resolves to \`{ fields, form }\`: \`fields\` has a message for each invalid field, by its name (\`text\`, \`classId\`), to show
beside it; \`form\` is a message about the form as a whole, or null if the messages of the fields say it all. It rejects only if the
gateway cannot be reached.`,
  check: async (solution, world) => {
    const submit = exported(solution, 'submitNote');
    const { access, counted } = world;
    const classId = 'g-first-aid-spring';
    const { noteId } = await counted(() => submit(access(STUDENT), { classId, text: 'Bring a map' }));
    equal(typeof noteId, 'string');
    ok((await textsOfNotes(world)).includes('Bring a map'), 'the note was not written');
    const isMessage = (value: unknown): boolean => typeof value === 'string' && value !== '';
    const empty = await submit(access(STUDENT), { classId, text: '' });
    deepEqual([Object.keys(empty.fields), isMessage(empty.fields.text), empty.form], [['text'], true, null]);
    const unknown = await submit(access(STUDENT), { classId: 'g-none', text: 'Bring a map' });
    deepEqual([Object.keys(unknown.fields), isMessage(unknown.fields.classId)], [['classId'], true]);
    const signedOut = await submit(access('expired'), { classId, text: 'Bring a map' });
    deepEqual([Object.keys(signedOut.fields), isMessage(signedOut.form)], [[], true]);
    world.network.down();
    try {
      await submit(access(STUDENT), { classId, text: 'Lost' }).then(
        () => ok(false, 'it resolves although the gateway cannot be reached'),
        () => {},
      );
    } finally {
      world.network.up();
    }
  },
};

const outbox: Task = {
  name: 'outbox',
  text: `Notes that are written offline. Export \`openOutbox(access, storage)\`; \`storage\` has the methods of \`localStorage\` (\`getItem\`, \`setItem\`,
\`removeItem\`). It returns \`{ add({ classId, text }), waiting(), close() }\`. \`add\` resolves once the note is stored on the device, also
without a network; \`waiting()\` is the number of notes that are not confirmed yet; \`close()\` stops all work, as a page that is closed.
Notes are sent by themselves as soon as the gateway can be reached, in order, and each is written exactly once: also if the page is
closed and \`openOutbox\` is called again with the same storage, and if the response to a note is lost on its way.`,
  check: async (solution, world) => {
    const open = exported(solution, 'openOutbox');
    const { gateway, access, counted, network } = world;
    const values = new Map<string, string>();
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
    const classId = 'g-first-aid-spring';
    network.down();
    const first = await open(access(STUDENT), storage);
    await first.add({ classId, text: 'Written offline, one' });
    await first.add({ classId, text: 'Written offline, two' });
    equal(first.waiting(), 2);
    await first.close();
    network.loseResponse();
    network.up();
    const writes = () => gateway.requests.filter(({ path }) => path === '/edu/v1/note').length;
    await counted(async () => {
      const second = await open(access(STUDENT), storage);
      await until(() => writes() >= 2 && second.waiting() === 0, SOON);
      await second.close();
    });
    const written = (await textsOfNotes(world)).filter((text) => text.startsWith('Written offline'));
    deepEqual(written.toSorted(), ['Written offline, one', 'Written offline, two']);
  },
};

const bucket: Task = {
  name: 'bucket-editor',
  text: `An editor for the data of a bucket. Export \`openBucket(access, id)\`. It resolves to \`{ data(), set(path, value) }\`, or to null if there is
no such bucket. \`data()\` is the whole value as last known; \`set(['huts', 0, 'beds'], 14)\` writes one place of it and resolves to
"saved", "not allowed" or "gone" (the bucket does not exist any more). What others have written elsewhere in the bucket stays, and
after "saved" \`data()\` shows both.`,
  check: async (solution, { gateway, access, counted }) => {
    const open = exported(solution, 'openBucket');
    const stored = async () =>
      (await gateway.student('{ bucket(id: "trail-map") { data } }')).data.bucket.data;
    const editor = await open(access(STUDENT), 'trail-map');
    const other =
      'mutation { setBucketValue(input: { id: "trail-map", key: "title", value: "Other" }) { bucket { id } } }';
    await gateway.instructor(other);
    equal(await counted(() => editor.set(['huts', 0, 'beds'], 14)), 'saved');
    const now = await stored();
    deepEqual([now.huts[0].beds, now.huts[1].beds, now.title], [14, 6, 'Other']);
    deepEqual(editor.data(), now);
    const ofChild = await open(access(CHILD), 'trail-map');
    equal(await ofChild.set(['title'], 'Mine'), 'not allowed');
    deepEqual(await stored(), now);
    equal(await open(access(STUDENT), 'none'), null);
    const create =
      'mutation { createBucket(input: { id: "short", public: true, data: { a: 1 }, userIds: ["u-ana"] }) { bucket { id } } }';
    await gateway.student(create);
    const short = await open(access(STUDENT), 'short');
    await gateway.student('mutation { deleteBucket(input: { id: "short" }) { deletedId } }');
    equal(await short.set(['a'], 2), 'gone');
  },
};

const inbox: Task = {
  name: 'inbox',
  text: `An inbox of notifications. Export \`openInbox(access)\`, which returns \`{ unread(), list(), markRead(id) }\`: \`unread()\` resolves to the
number of unread notifications, for a badge, without reading more than it needs; \`list()\` resolves to \`{ id, line }\` of the unread
ones, newest first, where \`line\` is the text with its parameters in place; \`markRead(id)\` marks one as read.`,
  check: async (solution, { access, counted, calls }) => {
    const open = exported(solution, 'openInbox')(access(STUDENT));
    equal(await counted(() => open.unread()), 2);
    ok(calls() <= 1, `the count takes ${calls()} platform calls; 1 is enough`);
    deepEqual(await open.list(), [
      { id: 'nt-exam', line: 'The field exam is on Saturday.' },
      { id: 'nt-tourniquet', line: 'Your Tourniquet lesson was graded.' },
    ]);
    await open.markRead('nt-exam');
    equal(await open.unread(), 1);
    deepEqual(
      (await open.list()).map(({ id }: { id: string }) => id),
      ['nt-tourniquet'],
    );
  },
};

export const WRITING: readonly Task[] = [errorForm, outbox, bucket, inbox];
