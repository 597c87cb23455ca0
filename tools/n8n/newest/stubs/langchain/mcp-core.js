// What n8n's start command and its queue mode call at start-up; a test host serves no MCP.
class McpServer {
	static instance() {
		McpServer.shared ??= new McpServer();
		return McpServer.shared;
	}

	setSessionStore() {}

	setExecutionStrategy() {}

	getPendingCallsManager() {
		return {};
	}

	handleWorkerResponse() {}
}

class RedisSessionStore {}

class QueuedExecutionStrategy {}

module.exports = { McpServer, RedisSessionStore, QueuedExecutionStrategy };
