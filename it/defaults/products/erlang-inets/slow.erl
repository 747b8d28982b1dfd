-module(slow).
-export([start/1, do/1]).

start(Port) ->
    ok = inets:start(),
    {ok, _} = inets:start(httpd, [
        {bind_address, {127, 0, 0, 1}}, {port, Port}, {server_name, "localhost"},
        {server_root, "."}, {document_root, "."}, {modules, [?MODULE]}
    ]).

do(_Request) ->
    timer:sleep(200),
    {break, [{response, {200, "ok\n"}}]}.
