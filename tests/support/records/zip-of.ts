import { crc32, deflateRawSync } from "node:zlib";

interface ZippedFile {
  name: string;
  content: string | Uint8Array;
  /** The size that the zip file says, if it lies. */
  saidSize?: number;
  isEncrypted?: boolean;
}

/** Writes a zip file (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, entry } = writeFile(file, offset);
    parts.push(local);
    directory.push(entry);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

function writeFile(
  { name, content, saidSize, isEncrypted = false }: ZippedFile,
  offset: number,
): { local: Buffer; entry: Buffer } {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  const nameBytes = Buffer.from(name);
  const utf8 = 0x800;
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(utf8 + (isEncrypted ? 1 : 0), 2);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(saidSize ?? bytes.length, 18);
  shared.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, nameBytes, packed]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.from([20, 0]);
  const entry = Buffer.concat([Buffer.from("PK\u0001\u0002"), madeBy, shared, rest, nameBytes]);
  return { local, entry };
}
