run lambda { |env|
  sleep 0.2
  [200, { "Content-Type" => "text/plain" }, ["ok\n"]]
}
