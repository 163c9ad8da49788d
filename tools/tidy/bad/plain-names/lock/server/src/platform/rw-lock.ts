export class RwLock { async together(): Promise<void> {} }
