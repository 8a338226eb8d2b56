/** Uploads in parts: what arrives, how much is under way, and that memory is used again. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { PART_BYTES, S3Writer, type UploadCalls } from './s3-writer.js';

/** Takes parts as a server does that reads their bytes late. */
class Upload implements UploadCalls {
  readonly objects: Uint8Array[] = [];
  readonly memories = new Set<ArrayBufferLike>();
  readonly #parts: Uint8Array[] = [];
  underWay = 0;
  mostUnderWay = 0;

  async put(bytes: Uint8Array): Promise<void> {
    await new Promise(setImmediate);
    this.objects.push(Uint8Array.from(bytes));
  }

  async begin(): Promise<string> {
    return 'id';
  }

  async part(_upload: string, number: number, bytes: Uint8Array): Promise<string> {
    this.memories.add(bytes.buffer);
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    this.underWay--;
    this.#parts[number - 1] = Uint8Array.from(bytes);
    return `tag ${number}`;
  }

  async complete(_upload: string, tags: readonly string[]): Promise<void> {
    assert.deepEqual(
      tags,
      this.#parts.map((_, i) => `tag ${i + 1}`),
    );
    this.objects.push(Buffer.concat(this.#parts));
  }

  async abort(): Promise<void> {
    assert.equal(this.underWay, 0);
  }
}

/** Chunks that stand in the same memory one after the other. */
async function write(upload: Upload, content: Uint8Array, chunkBytes: number): Promise<void> {
  const writer = new S3Writer(upload);
  const chunk = new Uint8Array(chunkBytes);
  for (let at = 0; at < content.length; at += chunkBytes) {
    const part = content.subarray(at, at + chunkBytes);
    chunk.set(part);
    await writer.append(chunk.subarray(0, part.length));
  }
  await writer.finish();
}

function content(bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => (i * 7 + (i >>> 12)) & 255);
}

test('what is shorter than a part is put, longer goes in parts that use few memories', async () => {
  const upload = new Upload();
  const [short, long] = [content(100_000), content(8.5 * PART_BYTES)];
  await write(upload, short, 30_000);
  await write(upload, long, 1_000_003);
  await write(upload, long, 3 * PART_BYTES);
  await write(upload, content(0), 1);
  const equal = [short, long, long, content(0)].map((wanted, i) =>
    Buffer.from(wanted).equals(upload.objects[i] as Uint8Array),
  );
  assert.deepEqual(equal, [true, true, true, true]);
  assert.equal(upload.mostUnderWay, 2);
  assert.ok(upload.memories.size <= 5, `${upload.memories.size} memories`);
});

test('a failure is thrown by append or finish, and nothing is under way after abort', async () => {
  class Failing extends Upload {
    override async part(upload: string, number: number, bytes: Uint8Array): Promise<string> {
      const tag = await super.part(upload, number, bytes);
      if (number === 2) throw new Error('refused');
      return tag;
    }
  }
  const upload = new Failing();
  const writer = new S3Writer(upload);
  const all = async (): Promise<void> => {
    for (let i = 0; i < 6; i++) await writer.append(content(PART_BYTES));
    await writer.finish();
  };
  await assert.rejects(all(), /refused/);
  await writer.abort();
  assert.equal(upload.underWay, 0);
});
