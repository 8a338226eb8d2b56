import { testFileSystem } from '../contract/file-system.js';
import { MemoryFileSystem } from './memory.js';

testFileSystem(
  'memory',
  async () => new MemoryFileSystem(),
  async (fs) => fs,
);
