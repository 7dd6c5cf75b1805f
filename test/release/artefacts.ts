// Writes the client package and the tools for coding agents of the current commit with their provenance, in the form of
// https://slsa.dev/spec/v1.0/provenance. It is not signed: whoever has the commit makes the same bytes with the same command, and compares.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeClient, writeTools } from '../../src/cli/write-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROVENANCE = 'provenance.json';
const URN = 'urn:learning-platform-gateway';

/** @returns the names of the files in the folder. */
export function writeArtefacts(folder: string, tag: string): string[] {
  const tarballs = [writeClient(folder), writeTools(folder)].map((path) => basename(path));
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: tarballs.map((name) => ({
      name,
      digest: { sha512: hash('sha512', readFileSync(join(folder, name))) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${URN}:packages`,
        externalParameters: { ref: `refs/tags/${tag}`, command: 'npm ci && npm start -- --client <folder>' },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha512: hash('sha512', lock) } },
          { name: 'node', annotations: { version: process.versions.node } },
        ],
      },
      runDetails: { builder: { id: `${URN}:release` } },
    },
  };
  writeFileSync(join(folder, PROVENANCE), `${JSON.stringify(statement, null, 2)}\n`);
  return [...tarballs, PROVENANCE];
}
