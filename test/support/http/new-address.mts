interface Service {
	credential: { baseUrl: string };
	close(): Promise<unknown>;
}

const earlier = new Set<string>();

/**
 * A service at an address that no other of this test file had: a process keeps tokens and limits by the address, and
 * the system gives a port that is free again to the next that asks.
 */
export async function atNewAddress<T extends Service>(start: () => Promise<T>): Promise<T> {
	for (;;) {
		const service = await start();
		const { baseUrl } = service.credential;
		if (!earlier.has(baseUrl)) {
			earlier.add(baseUrl);
			return service;
		}
		await service.close();
	}
}
